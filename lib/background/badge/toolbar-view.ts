import { displayName } from '../display-name.ts';
import { isUnseen, type Firing } from '../../domain/alerts/model/firing.ts';
import { eventWords } from '../../domain/alerts/text/event-words.ts';
import { styleOf } from '../../domain/alerts/text/figure-style.ts';
import { subjectName } from '../../domain/alerts/text/subject-words.ts';
import { isolate } from '../../base/locale/language.ts';
import { labelled } from '../../base/locale/labelled.ts';
import { t } from '../../base/locale/t.ts';
import { clockNotice } from '../../domain/prices/clock-words.ts';
import { lateNotice } from '../../domain/alerts/text/late-notice.ts';
import { feedSymbol } from '../../domain/prices/feed-name.ts';
import { toDecimal } from '../../domain/prices/decimal.ts';
import type { StoredPrice } from '../../domain/prices/stored-price.ts';
import type { ConnectionState } from '../../domain/connection/state.ts';
import type { Status } from '../../domain/connection/status.ts';
import type { ChangePeriod } from '../../domain/history/periods.ts';
import { conditionIn, faultIn, standingIn } from '../../domain/market/facts.ts';
import { faultWords } from '../../domain/market/fault-words.ts';
import { leaving, trueMs, type Market } from '../../domain/market/market.ts';
import { toneOf, type Fault } from '../../domain/market/price-state.ts';
import { shownChange, shownPrice } from '../../domain/market/shown.ts';
import { subtractDecimals } from '../../domain/prices/arithmetic.ts';
import { ageMs, formatAge } from '../../domain/prices/age.ts';
import { parseSchedule } from '../../domain/prices/schedule-grammar.ts';
import type { Appearance, BackgroundUpdates } from '../../domain/settings.ts';
import type { Group, ListView } from '../../domain/watchlist/view.ts';
import { formatRecentTime } from '../../base/locale/format-recent-time.ts';
import {
  toMilliseconds,
  type FeedId,
  type UnixMilliseconds,
  type UnixSeconds,
} from '../../base/units.ts';
import { shownInTurn } from './badge-turns.ts';
import type { Cached } from '../cached.ts';
import { cachedMarket, type MarketCache } from '../market.ts';
import { holdingsFigure, type HoldingsSettings } from './holdings-figure.ts';
import type { PriceIntake } from '../intake/price-intake.ts';
import { signOf, type ToolbarFigure } from './toolbar-figure.ts';
import { type ToolbarAlert, type ToolbarFeed, type ToolbarView } from './toolbar.ts';

const TOOLTIP_ROWS = 10;

/** The settings that the toolbar button depends on. */
export interface ToolbarSettings
  extends
    MarketCache,
    HoldingsSettings,
    Record<`references${ChangePeriod}`, Cached<Record<FeedId, string>>> {
  appearance: Cached<Appearance>;
  backgroundUpdates: Cached<BackgroundUpdates>;
  connectionState: Cached<ConnectionState>;
  firings: Cached<Firing[]>;
  groups: Cached<Group[]>;
  lateFeeds: Cached<FeedId[]>;
  listView: Cached<ListView>;
  rowNames: Cached<Record<string, string>>;
}

/**
 * @param now by the local clock
 * @param isAsleep whether nothing is requested until a page opens; until then, the toolbar is rarely
 *   updated, so it shows times in place of ages
 */
export function toolbarView(
  settings: ToolbarSettings,
  intake: Pick<PriceIntake, 'prices' | 'askedAt' | 'failed'>,
  now: UnixMilliseconds,
  isAsleep = false,
): ToolbarView {
  const { prices, failed, askedAt } = intake;
  const market = cachedMarket(settings, { priceOf: (id) => prices.get(id), failed, askedAt }, now);
  const when = isAsleep ? timeIn : ageIn;
  const ids = settings.watchlist.current;
  const isOpen = (id: FeedId): boolean => conditionIn(market, id) !== 'closed';
  const subject = shownInTurn(settings, isOpen);
  const shown =
    subject === 'total' || subject === 'gain'
      ? holdingsFigure({ settings, market, when, isGain: subject === 'gain' })
      : subject && feedFigure(settings, market, subject);
  return {
    look: settings.badgeView.current.look,
    figure: shown?.figure,
    figureLine: shown?.line ?? null,
    feeds: ids.slice(0, TOOLTIP_ROWS).map((id) => toolbarFeed(settings, market, id, when)),
    alerts: settings.firings.current
      .filter(isUnseen)
      .map((firing) => alertOf(settings, market, firing)),
    connection: settings.connectionState.current,
    status: statusOf(settings, market, isAsleep),
    palette: settings.appearance.current.palette,
    clockNotice: clockNotice(settings.clockSkew.current),
    lateNotice: lateNotice(settings.lateFeeds.current, (id) => displayName(settings, id)),
    now: trueMs(market),
  };
}

/** The status of all prices for the tooltip, without a countdown. */
function statusOf(settings: ToolbarSettings, market: Market, isAsleep: boolean): Status {
  const connection = { ...settings.connectionState.current, nextAttemptAt: null };
  const others = { connection, backgroundUpdates: settings.backgroundUpdates.current };
  const { status } = standingIn(market, settings.watchlist.current, others);
  const newest = status.code === 'connecting' ? status.newest : null;
  return isAsleep && newest !== null ? { code: 'asleep', newest } : status;
}

/** When a price was published. */
type When = (publishTime: UnixSeconds, market: Market) => string;

const ageIn: When = (publishTime, market) => formatAge(ageMs(publishTime, trueMs(market)));
const timeIn: When = (publishTime, market) =>
  formatRecentTime(toMilliseconds(publishTime), market.nowMs);

/** A price in the tooltip's words. */
export function toolbarFeed(
  settings: ToolbarSettings,
  market: Market,
  id: FeedId,
  when: When = ageIn,
): ToolbarFeed {
  const { price, currency, rates } = shownPrice(leaving(market), id);
  const fault = faultIn(market, id);
  return {
    symbol: displayName(settings, id),
    price: fault === 'gone' ? undefined : price,
    currency,
    isGray: [id, ...rates].some((each) => toneOf(faultIn(market, each), true) === 'gray'),
    notes: [...notes(market, id, price, when), ...rates.flatMap((rate) => rateNotes(market, rate))],
  };
}

function feedFigure(
  settings: ToolbarSettings,
  market: Market,
  id: FeedId,
): { figure: ToolbarFigure; line: string | null } {
  const { symbol, price, isGray } = toolbarFeed(settings, market, id);
  const { look, subject } = settings.badgeView.current;
  const { changePeriod: period, changeAs } = settings.listView.current;
  const span = { period, texts: settings[`references${period}`].current };
  const since = look === 'badge' ? null : shownChange(leaving(market), id, span);
  const change = since?.none === undefined ? since : null;
  const isChange = look === 'change';
  const now = price && toDecimal(price.price, price.expo);
  const amount = now && change && subtractDecimals(now, change.from);
  const shownAs = (changeAs === 'amount' ? amount : change?.percent) ?? null;
  return {
    figure: {
      value: isChange ? shownAs : (now ?? null),
      change: shownAs,
      isSigned: isChange,
      isHidden: false,
      direction: look === 'badge' ? (price?.direction ?? 0) : signOf(change?.percent),
      isGray,
    },
    line: subject === 'turn' ? t('tooltip.badge', { name: isolate(symbol) }) : null,
  };
}

function subjectNameOf(settings: ToolbarSettings, id: string): string {
  const groups = settings.groups.current;
  return subjectName(id, { nameOf: (feedId) => displayName(settings, feedId), groups });
}

function alertOf(settings: ToolbarSettings, market: Market, firing: Firing): ToolbarAlert {
  const { feedId, what } = firing;
  const style = styleOf(feedId, settings.amountsHidden.current);
  // A firing doesn't record the trust under which its price was verified.
  const isUnknown = market.signatures === 'require' || style.isHidden;
  const known = isUnknown ? null : firing.price;
  return {
    text: eventWords(what, subjectNameOf(settings, feedId), style),
    price: leaving(market).priceOf(feedId) ?? known,
  };
}

/** Why an exchange rate is not current. */
function rateNotes(market: Market, id: FeedId): string[] {
  const condition = conditionIn(market, id);
  const symbol = feedSymbol(market.attributes[id], id);
  const isNamed = condition === 'closed' || condition === 'stale';
  return isNamed ? [labelled(symbol, wordsOf(market, id, condition))] : [];
}

/** A price's age, what is wrong with it, and whether it is verified. */
function notes(market: Market, id: FeedId, price: StoredPrice | undefined, when: When): string[] {
  const fault = faultIn(market, id);
  const proof = price?.proof;
  const isUnchecked = proof?.state === 'unchecked' && fault !== 'unproven';
  return [
    // The words of a stale price are its age.
    price !== undefined && fault !== 'stale' && when(price.publishTime, market),
    fault !== null && wordsOf(market, id, fault),
    proof?.state === 'verified' && t('proof.state.verified'),
    isUnchecked && t('proof.state.unchecked'),
  ].filter((note) => note !== false);
}

function wordsOf(market: Market, id: FeedId, fault: Fault): string {
  return faultWords(fault, {
    publishTime: market.priceOf(id)?.publishTime,
    schedule: parseSchedule(market.attributes[id]),
    nowMs: trueMs(market),
  });
}
