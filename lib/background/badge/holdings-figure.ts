import { PIVOT, currencyLabel } from '../../domain/currency/currencies.ts';
import { changeSince, type Change, type NoChange } from '../../domain/history/change.ts';
import { changeOfHoldings } from '../../domain/holdings/change-holdings.ts';
import type { Holdings } from '../../domain/holdings/holding.ts';
import { positionOf } from '../../domain/holdings/position.ts';
import {
  valueHoldings,
  type NoValue,
  type Valuation,
} from '../../domain/holdings/value-holdings.ts';
import { ageMs, formatAge } from '../../domain/prices/age.ts';
import { toDecimal, type Decimal } from '../../domain/prices/decimal.ts';
import { formatConfidence, formatPercent, formatPrice } from '../../domain/prices/format-price.ts';
import type { BadgeView } from '../../domain/watchlist/badge.ts';
import { currencyFeedIds } from '../../storage/values/currency.ts';
import { isolate } from '../../base/locale/language.ts';
import { t } from '../../base/locale/t.ts';
import { HIDDEN } from '../../base/text/hidden.ts';
import { toSeconds, type FeedId, type UnixMilliseconds } from '../../base/units.ts';
import type { Cached } from '../cached.ts';
import { feedFacts } from '../market-facts.ts';
import type { PriceIntake } from '../intake/price-intake.ts';
import type { ChangeSettings } from './badge-change.ts';
import type { BadgeSettings } from './badge-turns.ts';
import { signOf, type ToolbarFigure } from './toolbar-figure.ts';

/** The settings that the value of holdings depends on. */
export interface HoldingsSettings extends BadgeSettings, ChangeSettings {
  holdings: Cached<Holdings>;
  amountsHidden: Cached<boolean>;
  staleLimitSeconds: Cached<number>;
}

interface Given {
  settings: HoldingsSettings;
  intake: Pick<PriceIntake, 'prices' | 'askedAt' | 'failed'>;
  /** By the local clock. */
  now: UnixMilliseconds;
}

/** The holdings' total or today's gain, and its line in the tooltip. */
export function holdingsFigure(given: Given): { figure: ToolbarFigure; line: string } {
  const { settings } = given;
  const { look, subject } = settings.badgeView.current;
  const { valuation, amount, percent, isWhole } = valueNow(given);
  const isChange = look === 'change';
  const isSigned = isChange || subject === 'gain';
  const figure = subject === 'gain' ? amount : (valuation.total?.price ?? null);
  const isPart = valuation.uncounted.some(hasValue);
  const isStale = valuation.flawed.stale.mantissa > 0n;
  return {
    figure: {
      value: isChange ? percent : figure,
      isSigned,
      isHidden: settings.amountsHidden.current && !isChange,
      direction: signOf(amount),
      // A partial total must not look complete.
      isGray: isPart || isStale || (isSigned && !isWhole),
    },
    line: lineOf(given, subject, { valuation, amount, percent }),
  };
}

function valueNow({ settings, intake, now }: Given) {
  const { watchlist, holdings, followedFeeds, currencyFeeds, displayCurrency } = settings;
  const ids = watchlist.current;
  const feeds = currencyFeeds.current;
  const currency = displayCurrency.current ?? PIVOT;
  const positions = ids.flatMap((id) => {
    const held = holdings.current[id];
    return (held && positionOf(id, held, followedFeeds.current[id])) ?? [];
  });
  const facts = new Map(
    [...new Set([...ids, ...currencyFeedIds(feeds)])].map((id) => {
      const [price, failed] = [intake.prices.get(id), intake.failed.get(id)];
      const { askedAt } = intake;
      return [id, feedFacts(settings, { id, price, failed, askedAt, now })] as const;
    }),
  );
  const changeOf = (id: FeedId, ownId: FeedId): Change => {
    const latest = facts.get(id)?.price;
    const price = latest ? toDecimal(latest.price, latest.expo) : null;
    if (!price) return { none: 'waiting' };
    return changeSince(price, {
      text: settings.referencestoday.current[id] ?? null,
      period: 'today',
      nowSeconds: toSeconds(now - settings.clockSkew.current.skewMs),
      requiredTrust: settings.signatures.current === 'require' ? settings.trust.current : null,
      attributes: followedFeeds.current[ownId],
    });
  };
  const change = changeOfHoldings(positions, currency, feeds, facts, changeOf);
  const { amount, percent, without } = change;
  const valuation = valueHoldings(positions, currency, feeds, facts);
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
  { settings, now }: Given,
  subject: BadgeView['subject'],
  { valuation: { total, publishTime }, amount, percent }: Worth,
): string {
  const currency = currencyLabel(settings.displayCurrency.current ?? PIVOT);
  const isGain = subject === 'gain';
  const value = isGain ? amount : (total?.price ?? null);
  const confidence = isGain ? undefined : total?.confidence;
  const figure = value && [
    formatPrice(value, { confidence, digits: 'row', sign: isGain ? 'always' : undefined }).text,
    currency,
    confidence && formatConfidence(confidence),
  ];
  const shown = settings.amountsHidden.current ? HIDDEN : figure?.filter(Boolean).join(' ');
  const name = t(isGain ? 'badgeOptions.view.gain' : 'badgeOptions.view.total');
  const skewMs = settings.clockSkew.current.skewMs;
  return [
    isolate(`${name}  ${shown ?? '–'}`),
    percent && formatPercent(percent),
    publishTime !== null && formatAge(ageMs(publishTime, now - skewMs)),
  ]
    .filter(Boolean)
    .join(' · ');
}
