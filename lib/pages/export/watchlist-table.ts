import { ageMs } from '../../domain/prices/age.ts';
import type { StoredPrice } from '../../domain/prices/stored-price.ts';
import { t } from '../../base/locale/t.ts';
import { toMilliseconds, type UnixMilliseconds } from '../../base/units.ts';
import { SaveError } from '../../base/save-error.ts';
import { column, toCsv, toJson, type Column } from './table.ts';
import { exactText, isoTime } from './exact-text.ts';
import { fileName } from './file-name.ts';
import { textFile, type ExportFile } from './files.ts';
import {
  readWatchlist,
  type ListedFeed,
  type PricePart,
  type WatchlistSnapshot,
} from './watchlist-snapshot.ts';

/** The selected group's prices as a table. @throws SaveError if it is empty */
export async function watchlistFile(
  format: 'csv' | 'json',
  nowMs: UnixMilliseconds,
): Promise<ExportFile> {
  const snapshot = await readWatchlist(nowMs);
  if (snapshot.feeds.length === 0) throw new SaveError('noFeeds');
  const subject = snapshot.group ?? 'watchlist';
  const name = fileName({ subject, what: 'prices', atMs: nowMs, extension: format });
  return textFile(name, watchlistText(snapshot, format), format);
}

type Listed = Omit<WatchlistSnapshot, 'market'>;

/**
 * One row per feed, with all digits and times in UTC. In a display currency, more columns show the
 * prices that each price is calculated from.
 */
export function watchlistText(snapshot: Listed, format: 'csv' | 'json'): string {
  const { atMs, group, changePeriod, feeds } = snapshot;
  const columns = columnsOf(snapshot);
  if (format === 'csv') return toCsv(columns, feeds);
  const facts = { exportedAt: isoTime(atMs), group, changePeriod };
  return toJson({ columns, rows: feeds, name: 'feeds' }, facts);
}

function columnsOf(snapshot: Listed): Column<ListedFeed>[] {
  const { atMs, changePeriod, currency } = snapshot;
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
    ...(currency === null ? [] : conversionColumns(atMs)),
  ];
}

/** The currency, the price before the conversion, and the exchange rates. */
function conversionColumns(atMs: UnixMilliseconds): Column<ListedFeed>[] {
  const quoted = ({ parts: [own] }: ListedFeed) => figuresOf(own?.price ?? null, atMs);
  return [
    column('currency', 'text', currencyOf),
    column('quoted_price', 'figure', (feed) => quoted(feed).price),
    column('quoted_confidence', 'figure', (feed) => quoted(feed).confidence),
    column('quoted_currency', 'text', ({ parts: [own] }) => own?.currency ?? null),
    column('rates', 'text', ({ parts }) => parts.slice(1).map(rateText).join('; ')),
    column('conditions', 'text', ({ parts }) => parts.flatMap(conditionText).join('; ')),
  ];
}

/** The currency of the shown price. */
function currencyOf({ convertedTo, parts: [own] }: ListedFeed): string | null {
  return convertedTo ?? own?.currency ?? null;
}

function rateText({ symbol, price }: PricePart): string {
  return `${symbol} ${(price && exactText(price.price, price.expo)) ?? '?'}`;
}

function conditionText({ symbol, condition }: PricePart): string[] {
  return condition === null ? [] : [`${symbol} ${condition}`];
}

const SIGNATURES = { verified: 'verified', unchecked: 'not verified', off: 'not checked' };

/** Not translated, like the other columns, except for the label of sample prices. */
function signaturesNote(price: StoredPrice | null): string | null {
  if (price?.isSample) return t('samples.title');
  const proof = price?.proof;
  if (!proof) return null;
  if (proof.state === 'unchecked') return proof.reason.code;
  const signers = `${proof.signerCount}/${proof.setSize} ${proof.profileName}`;
  return proof.isBuiltIn ? signers : `${signers} (added)`;
}

function figuresOf(price: StoredPrice | null, atMs: UnixMilliseconds) {
  return {
    price: price && exactText(price.price, price.expo),
    confidence: price && exactText(price.conf, price.expo),
    emaPrice: price && exactText(price.emaPrice, price.emaExpo),
    emaConfidence: price && exactText(price.emaConf, price.emaExpo),
    publishTime: price && isoTime(toMilliseconds(price.publishTime)),
    ageSeconds: price && Math.floor(ageMs(price.publishTime, atMs) / 1_000),
    signatures: price && SIGNATURES[price.proof?.state ?? 'off'],
    signaturesNote: signaturesNote(price),
  };
}
