import { currencyLabel } from '../../domain/currency/currency-label.ts';
import type { NoChange } from '../../domain/history/change.ts';
import type { NoValue, Valuation } from '../../domain/holdings/value-holdings.ts';
import type { Market } from '../../domain/market/market.ts';
import { worthChange, worthCurrency, worthIn } from '../../domain/market/worth.ts';
import type { Decimal } from '../../domain/prices/decimal.ts';
import { formatConfidence, formatPercent, formatPrice } from '../../domain/prices/format-price.ts';
import { isolate } from '../../base/locale/language.ts';
import { t } from '../../base/locale/t.ts';
import { HIDDEN } from '../../base/text/hidden.ts';
import type { FeedId, UnixSeconds } from '../../base/units.ts';
import type { Cached } from '../cached.ts';
import type { BadgeSettings } from './badge-turns.ts';
import { signOf, type ToolbarFigure } from './toolbar-figure.ts';

/** The settings that the value of holdings depends on. */
export interface HoldingsSettings extends BadgeSettings {
  amountsHidden: Cached<boolean>;
  /** The past prices where changes start. */
  referencestoday: Cached<Record<FeedId, string>>;
}

interface Given {
  settings: HoldingsSettings;
  /** Whether today's gain is shown in place of the total. */
  isGain: boolean;
  market: Market;
  /** When a price was published, in words. */
  when: (publishTime: UnixSeconds, market: Market) => string;
}

/** The holdings' total or today's gain, and its line in the tooltip. */
export function holdingsFigure(given: Given): { figure: ToolbarFigure; line: string } {
  const { settings, isGain } = given;
  const { look } = settings.badgeView.current;
  const { valuation, amount, percent, isWhole } = valueNow(given);
  const isChange = look === 'change';
  const isSigned = isChange || isGain;
  const figure = isGain ? amount : (valuation.total?.price ?? null);
  const isPart = valuation.uncounted.some(hasValue);
  const isStale = valuation.counted.some(({ flaws }) => flaws.stale.length > 0);
  return {
    figure: {
      value: isChange ? percent : figure,
      change: percent,
      isSigned,
      isHidden: settings.amountsHidden.current && !isChange,
      direction: signOf(amount),
      // A partial total must not look complete.
      isGray: isPart || isStale || ((isSigned || look === 'both') && !isWhole),
    },
    line: lineOf(given, { valuation, amount, percent }),
  };
}

function valueNow({ settings, market }: Given) {
  const ids = settings.watchlist.current;
  const holdings = settings.holdings.current;
  const since = { holdings, period: 'today', texts: settings.referencestoday.current } as const;
  const { amount, percent, without } = worthChange(market, ids, since);
  const valuation = worthIn(market, ids, holdings);
  return { valuation, amount, percent, isWhole: !without.some(hasValue) };
}

/** Whether the holding could have a value: a rate isn't money. */
function hasValue({ none }: { none: NoValue | NoChange }): boolean {
  return none !== 'no-money';
}

interface Worth {
  valuation: Valuation;
  amount: Decimal | null;
  percent: Decimal | null;
}

/** Such as `Total  12,345.67 USD ±3.10 · +1.2% · 4 s`. */
function lineOf(
  { settings, market, when, isGain }: Given,
  { valuation: { total, publishTime }, amount, percent }: Worth,
): string {
  const currency = currencyLabel(worthCurrency(market));
  const value = isGain ? amount : (total?.price ?? null);
  const confidence = isGain ? undefined : total?.confidence;
  const figure = value && [
    formatPrice(value, { confidence, digits: 'row', sign: isGain ? 'always' : undefined }).text,
    currency,
    confidence && formatConfidence(confidence),
  ];
  const shown = settings.amountsHidden.current ? HIDDEN : figure?.filter(Boolean).join(' ');
  const name = t(isGain ? 'badgeOptions.view.gain' : 'badgeOptions.view.total');
  return [
    isolate(`${name}  ${shown ?? '–'}`),
    percent && formatPercent(percent),
    publishTime !== null && when(publishTime, market),
  ]
    .filter(Boolean)
    .join(' · ');
}
