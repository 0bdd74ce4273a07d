import { ageMs } from '../prices/age.ts';
import type { StoredPrice } from '../storage/prices.ts';
import { proofWords } from '../text/proof-words.ts';
import { toMilliseconds, type UnixMilliseconds } from '../units.ts';
import { toCsv, type Column } from './csv.ts';
import { exactText, isoTime } from './exact-text.ts';
import type { ListedFeed, WatchlistSnapshot } from './listed-feed.ts';

/** The watchlist as CSV, one line per feed. Numbers have all their digits, times are in UTC. */
export function watchlistCsv(snapshot: WatchlistSnapshot): string {
  return toCsv(columnsOf(snapshot), snapshot.feeds);
}

/** The watchlist as JSON. Numbers are strings, so that no reader rounds them. */
export function watchlistJson({ atMs, group, changePeriod, feeds }: WatchlistSnapshot): string {
  const table = {
    exportedAt: isoTime(atMs),
    group,
    changePeriod,
    feeds: feeds.map((feed) => ({
      symbol: feed.symbol,
      name: feed.ownName,
      id: feed.id,
      assetType: feed.assetType,
      changePercent: feed.changePercent,
      ...figuresOf(feed.price, atMs),
    })),
  };
  return `${JSON.stringify(table, null, 2)}\n`;
}

function columnsOf({ atMs, changePeriod }: WatchlistSnapshot): Column<ListedFeed>[] {
  const figures = (feed: ListedFeed) => figuresOf(feed.price, atMs);
  return [
    column('symbol', 'text', (feed) => feed.symbol),
    column('name', 'text', (feed) => feed.ownName),
    column('id', 'text', (feed) => feed.id),
    column('asset_type', 'text', (feed) => feed.assetType),
    column('price', 'figure', (feed) => figures(feed).price),
    column('confidence', 'figure', (feed) => figures(feed).confidence),
    column('ema_price', 'figure', (feed) => figures(feed).emaPrice),
    column('ema_confidence', 'figure', (feed) => figures(feed).emaConfidence),
    column('publish_time', 'text', (feed) => figures(feed).publishTime),
    column('age_seconds', 'figure', (feed) => figures(feed).ageSeconds),
    column('signatures', 'text', (feed) => figures(feed).signatures),
    column('signatures_note', 'text', (feed) => figures(feed).signaturesNote),
    column(`change_percent_${changePeriod}`, 'figure', (feed) => feed.changePercent),
  ];
}

function column(
  name: string,
  kind: 'figure' | 'text',
  read: (feed: ListedFeed) => string | number | null,
): Column<ListedFeed> {
  return { name, kind, read: (feed) => read(feed)?.toString() ?? null };
}

const SIGNATURES = { verified: 'verified', unchecked: 'not verified', off: 'not checked' };

function figuresOf(price: StoredPrice | null, atMs: UnixMilliseconds) {
  return {
    price: price && exactText(price.price, price.expo),
    confidence: price && exactText(price.conf, price.expo),
    emaPrice: price && exactText(price.emaPrice, price.emaExpo),
    emaConfidence: price && exactText(price.emaConf, price.emaExpo),
    publishTime: price && isoTime(toMilliseconds(price.publishTime)),
    ageSeconds: price && Math.floor(ageMs(price.publishTime, atMs) / 1_000),
    signatures: price && SIGNATURES[price.proof?.state ?? 'off'],
    signaturesNote: price?.proof ? proofWords(price.proof) : null,
  };
}
