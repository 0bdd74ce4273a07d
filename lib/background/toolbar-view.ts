import { isStale } from '../prices/age.ts';
import { feedName } from '../prices/feed-name.ts';
import { isMarketOpen } from '../prices/market-schedule.ts';
import { parseSchedule } from '../prices/schedule-grammar.ts';
import type { ConnectionState } from '../storage/connection.ts';
import type { StoredPrice } from '../storage/prices.ts';
import type { Appearance, Signatures } from '../storage/settings.ts';
import { effectiveBadgeFeed } from '../storage/watchlist.ts';
import type { Kept } from './kept.ts';
import type { PriceIntake } from './price-intake.ts';
import { TOOLTIP_ROWS, type ToolbarFeed, type ToolbarView } from './toolbar.ts';

/** The settings that the toolbar depends on. */
export interface ToolbarSettings {
  watchlist: Kept<string[]>;
  badgeFeedId: Kept<string | null>;
  followedFeeds: Kept<Record<string, Record<string, string>>>;
  staleLimitSeconds: Kept<number>;
  appearance: Kept<Appearance>;
  connectionState: Kept<ConnectionState>;
  signatures: Kept<Signatures>;
}

/** Gathers what the toolbar shows now (`now` in unix milliseconds). */
export function toolbarView(
  settings: ToolbarSettings,
  intake: Pick<PriceIntake, 'prices' | 'askedAt'>,
  now: number,
): ToolbarView {
  const ids = settings.watchlist.current;
  const badgeId = effectiveBadgeFeed(settings.badgeFeedId.current, ids);
  return {
    badgeFeed: badgeId === null ? undefined : feed(badgeId),
    feeds: ids.slice(0, TOOLTIP_ROWS).map(feed),
    connection: settings.connectionState.current,
    palette: settings.appearance.current.palette,
    now,
  };

  function feed(id: string): ToolbarFeed {
    const attributes = settings.followedFeeds.current[id];
    const price = intake.prices.get(id);
    const marketOpen = isMarketOpen(parseSchedule(attributes), now);
    const stale =
      price !== undefined &&
      isStale({
        publishTime: price.publishTime,
        lastAskedAtMs: intake.askedAt,
        limitSeconds: settings.staleLimitSeconds.current,
        marketOpen,
      });
    return {
      symbol: feedName(attributes, id).symbol,
      price: isHidden(price) ? undefined : price,
      isStale: stale,
      note: notes(marketOpen, stale, price).join(', '),
    };
  }

  function isHidden(price: StoredPrice | undefined): boolean {
    const { current } = settings.signatures;
    return current === 'require' && price !== undefined && !isProven(price);
  }
}

/** Whether the figure was read from, or agrees with, signed bytes. */
function isProven({ proof }: StoredPrice): boolean {
  return proof?.state === 'verified' || proof?.state === 'mismatch';
}

function notes(marketOpen: boolean, stale: boolean, price: StoredPrice | undefined): string[] {
  const proof = price?.proof?.state;
  return [
    ...(marketOpen ? [] : ['market closed']),
    ...(stale ? ['stale'] : []),
    ...(proof === 'verified' ? ['verified'] : []),
    ...(proof === 'mismatch' ? ['contradicts its signatures'] : []),
    ...(proof === 'unverified' ? ['not verified'] : []),
  ];
}
