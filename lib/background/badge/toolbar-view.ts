import { displayName } from '../display-name.ts';
import { isUnseen, type Firing } from '../../domain/alerts/model/firing.ts';
import { eventWords } from '../../domain/alerts/text/event-words.ts';
import { styleOf } from '../../domain/alerts/text/figure-style.ts';
import { subjectName } from '../../domain/alerts/text/subject-words.ts';
import { isolate } from '../../base/locale/language.ts';
import { t } from '../../base/locale/t.ts';
import { clockNotice } from '../../domain/prices/clock-words.ts';
import { lateNotice } from '../../domain/alerts/text/late-notice.ts';
import { feedName } from '../../domain/prices/feed-name.ts';
import { toDecimal } from '../../domain/prices/decimal.ts';
import type { StoredPrice } from '../../domain/prices/stored-price.ts';
import type { Appearance } from '../../domain/settings.ts';
import type { Group } from '../../domain/watchlist/view.ts';
import type { FeedId, UnixMilliseconds } from '../../base/units.ts';
import { badgeChange, type ChangeSettings } from './badge-change.ts';
import { feedInTurn, type BadgeSettings } from './badge-turns.ts';
import type { Cached } from '../cached.ts';
import { marketFacts, mayLeave, type MarketFacts, type MarketSettings } from '../market-facts.ts';
import { holdingsFigure, type HoldingsSettings } from './holdings-figure.ts';
import type { PriceIntake } from '../intake/price-intake.ts';
import { shownPrice, type CurrencySettings } from './shown-price.ts';
import { signOf, type ToolbarFigure } from './toolbar-figure.ts';
import { toolbarStatus, type StatusSettings } from './toolbar-status.ts';
import { type ToolbarAlert, type ToolbarFeed, type ToolbarView } from './toolbar.ts';

const TOOLTIP_ROWS = 10;

export interface ToolbarSettings
  extends
    MarketSettings,
    BadgeSettings,
    ChangeSettings,
    CurrencySettings,
    HoldingsSettings,
    StatusSettings {
  appearance: Cached<Appearance>;
  firings: Cached<Firing[]>;
  groups: Cached<Group[]>;
  lateFeeds: Cached<FeedId[]>;
  rowNames: Cached<Record<string, string>>;
}

/** @param now by the local clock */
export function toolbarView(
  settings: ToolbarSettings,
  intake: Pick<PriceIntake, 'prices' | 'askedAt' | 'failed'>,
  now: UnixMilliseconds,
): ToolbarView {
  const ids = settings.watchlist.current;
  const { look, subject } = settings.badgeView.current;
  const isOfHoldings = subject === 'total' || subject === 'gain';
  const shownId = isOfHoldings ? null : feedInTurn(settings, (id) => factsOf(id).marketOpen);
  const ofFeed = shownId === null ? null : feedFigure(settings, shownId, feed(shownId), now);
  const shown = isOfHoldings ? holdingsFigure({ settings, intake, now }) : ofFeed;
  return {
    look,
    figure: shown?.figure,
    figureLine: shown?.line ?? null,
    feeds: ids.slice(0, TOOLTIP_ROWS).map(feed),
    alerts: settings.firings.current
      .filter(isUnseen)
      .map((firing) => alertOf(settings, intake.prices, firing)),
    connection: settings.connectionState.current,
    status: toolbarStatus(settings, intake, now),
    palette: settings.appearance.current.palette,
    clockNotice: clockNotice(settings.clockSkew.current),
    lateNotice: lateNotice(settings.lateFeeds.current, (id) => displayName(settings, id)),
    now: now - settings.clockSkew.current.skewMs,
  };

  function feed(id: FeedId): ToolbarFeed {
    const facts = factsOf(id);
    const { price, currency, rates } = shownPrice(settings, intake.prices, id);
    return {
      symbol: displayName(settings, id),
      price: isShown(settings, price) ? price : undefined,
      currency,
      isStale: facts.stale || rates.some((rate) => factsOf(rate).stale),
      hasFailed: intake.failed.has(id),
      notes: [
        ...notes(facts, price),
        ...rates.flatMap((rate) => rateNotes(settings, rate, factsOf(rate))),
        ...(intake.failed.has(id) ? [t('tooltip.note.failed')] : []),
      ],
    };
  }

  function factsOf(id: FeedId): MarketFacts {
    const price = intake.prices.get(id);
    return marketFacts(settings, { id, price, askedAt: intake.askedAt, now });
  }
}

function feedFigure(
  settings: ToolbarSettings,
  id: FeedId,
  { symbol, price, isStale, hasFailed }: ToolbarFeed,
  now: UnixMilliseconds,
): { figure: ToolbarFigure; line: string | null } {
  const { look, subject } = settings.badgeView.current;
  const change = look === 'badge' ? null : badgeChange(settings, { id, price, now });
  const isChange = look === 'change';
  const value = isChange ? change : price && toDecimal(price.price, price.expo);
  return {
    figure: {
      value: value ?? null,
      isSigned: isChange,
      isHidden: false,
      direction: look === 'badge' ? (price?.direction ?? 0) : signOf(change),
      isGray: isStale || hasFailed,
    },
    line: subject === 'turn' ? t('tooltip.badge', { name: isolate(symbol) }) : null,
  };
}

function subjectNameOf(settings: ToolbarSettings, id: string): string {
  const groups = settings.groups.current;
  return subjectName(id, { nameOf: (feedId) => displayName(settings, feedId), groups });
}

function alertOf(
  settings: ToolbarSettings,
  prices: PriceIntake['prices'],
  firing: Firing,
): ToolbarAlert {
  const { feedId, what } = firing;
  const latest = prices.get(feedId);
  const style = styleOf(feedId, settings.amountsHidden.current);
  // A firing doesn't record the trust under which its price was verified.
  const isUnknown = settings.signatures.current === 'require' || style.isHidden;
  const known = isUnknown ? null : firing.price;
  return {
    text: eventWords(what, subjectNameOf(settings, feedId), style),
    price: isShown(settings, latest) ? latest : known,
  };
}

function isShown(
  { signatures }: Pick<ToolbarSettings, 'signatures'>,
  price: StoredPrice | undefined,
): price is StoredPrice {
  return price !== undefined && mayLeave(price, signatures.current);
}

/** Why an exchange rate is not current. */
function rateNotes(
  { followedFeeds }: Pick<ToolbarSettings, 'followedFeeds'>,
  id: FeedId,
  { marketOpen, stale }: MarketFacts,
): string[] {
  const { symbol } = feedName(followedFeeds.current[id], id);
  if (!marketOpen) return [t('currency.legClosed', { symbol })];
  return stale ? [t('currency.legStale', { symbol })] : [];
}

function notes(
  { marketOpen, isAfterHours, stale }: MarketFacts,
  price: StoredPrice | undefined,
): string[] {
  const proof = price?.proof?.state;
  return [
    !marketOpen && t('tooltip.note.closed'),
    isAfterHours && t('tooltip.note.afterHours'),
    stale && t('tooltip.note.stale'),
    proof === 'verified' && t('tooltip.note.verified'),
    proof === 'unchecked' && t('tooltip.note.notVerified'),
  ].filter((note) => note !== false);
}
