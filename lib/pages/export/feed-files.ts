import { readSamples } from '../../storage/history/samples.ts';
import { inquire } from '../inquiries.ts';
import type { AnsweredPrice, AnsweredUpdate } from '../questions.ts';
import { decodeBytes } from '../../domain/signed-updates/bytes.ts';
import { toSeconds, toMilliseconds, type FeedId, type UnixMilliseconds } from '../../base/units.ts';
import { SaveError } from '../../base/save-error.ts';
import { fileName } from './file-name.ts';
import { t } from '../../base/locale/t.ts';
import { areSamplesShown } from '../../storage/values/samples.ts';
import { trustInForce } from '../../storage/values/trust-in-force.ts';
import { binaryFile, textFile, type ExportFile } from './files.ts';
import type { Sample } from '../../domain/history/sample.ts';
import { column, toCsv, toJson, type Column } from './table.ts';
import { exactText, isoTime } from './exact-text.ts';

/** The feed's stored samples as a table. @throws SaveError without samples */
export async function samplesFile(
  feed: SampledFeed,
  format: 'csv' | 'json',
  nowMs: UnixMilliseconds,
): Promise<ExportFile> {
  const samples = await readSamples(feed.id, 0, Math.ceil(toSeconds(nowMs)));
  if (samples.length === 0) throw new SaveError('noPrices');
  const name = fileName({ subject: feed.symbol, what: 'samples', atMs: nowMs, extension: format });
  const trust = await trustInForce.getValue();
  const note = (await areSamplesShown.getValue()) ? t('samples.title') : null;
  const text = samplesText(feed, samples, format, { trust, note, atMs: nowMs });
  return textFile(name, text, format);
}

/**
 * The update behind the feed's displayed price, as sent.
 * @throws InquiryError if the service does not provide it; SaveError if it failed verification
 */
export async function updateFile(feed: SampledFeed, nowMs: UnixMilliseconds): Promise<ExportFile> {
  const answer = await inquire({ kind: 'proof', id: feed.id });
  refuseFailed(answer.prices, ({ id, failure }) => id === feed.id && failure !== undefined);
  const name = fileName({ subject: feed.symbol, what: 'update', atMs: nowMs, extension: 'json' });
  return textFile(name, updateJson(answer), 'json');
}

/**
 * The decoded signed bytes of that update: the blob that proves the price, or all blobs.
 * @throws InquiryError, SaveError like `updateFile`; SignedUpdateError for an invalid encoding
 */
export async function signedBytesFiles(
  feed: SampledFeed,
  nowMs: UnixMilliseconds,
): Promise<ExportFile[]> {
  const answer = await inquire({ kind: 'proof', id: feed.id });
  // If only the parsed part is wrong, the signed bytes are good.
  refuseFailed(answer.prices, ({ id, price }) => id === feed.id && price === null);
  const blobs = updateBlobs(answer, feed.id);
  if (blobs.length === 0) throw new SaveError('noSignedBytes');
  return blobs.map(({ bytes, place }) => {
    const what = blobs.length === 1 ? 'update' : `update-${place + 1}`;
    const name = fileName({ subject: feed.symbol, what, atMs: nowMs, extension: 'bin' });
    return binaryFile(name, bytes);
  });
}

function refuseFailed(
  prices: readonly AnsweredPrice[],
  hasFailed: (price: AnsweredPrice) => boolean,
): void {
  if (!prices.some(hasFailed)) return;
  throw new SaveError('failedCheck');
}

export function updateJson({ update }: AnsweredUpdate): string {
  return `${JSON.stringify(update, null, 2)}\n`;
}

/**
 * The signed bytes behind a price, with their places in the update.
 * @throws SignedUpdateError if a blob is not validly encoded
 */
export function updateBlobs({ update, prices }: AnsweredUpdate, feedId: FeedId) {
  const { data, encoding } = update.binary;
  const provingIndex = prices.find(({ id }) => id === feedId)?.details?.blob;
  return data
    .map((text, place) => ({ text, place }))
    .filter(({ place }) => provingIndex === undefined || place === provingIndex)
    .map(({ text, place }) => ({
      place,
      bytes: new Uint8Array(decodeBytes(text, encoding)),
    }));
}

interface SampledFeed {
  id: string;
  symbol: string;
}

interface TableOptions {
  /** The current trust fingerprint; prices with another one do not count as verified. */
  trust: string;
  /** A remark on every price; `null`: none. */
  note: string | null;
}

const columnsOf = ({ trust, note }: TableOptions): readonly Column<Sample>[] => [
  column('publish_time', 'text', ({ time }) => isoTime(toMilliseconds(time))),
  column('publish_time_unix', 'figure', ({ time }) => String(time)),
  column('price', 'figure', ({ price, expo }) => exactText(price, expo)),
  column('confidence', 'figure', ({ conf, expo }) => exactText(conf, expo)),
  column('ema_price', 'figure', ({ emaPrice, emaExpo }) => exactText(emaPrice, emaExpo)),
  column('ema_confidence', 'figure', ({ emaConf, emaExpo }) => exactText(emaConf, emaExpo)),
  column('verified', 'text', (sample) => (sample.trust === trust ? 'yes' : 'no')),
  ...(note === null ? [] : [column<Sample>('note', 'text', () => note)]),
];

/** Rows are oldest first, with all digits and times in UTC. */
export function samplesText(
  { id, symbol }: SampledFeed,
  samples: readonly Sample[],
  format: 'csv' | 'json',
  { atMs, ...options }: TableOptions & { atMs: UnixMilliseconds },
): string {
  const columns = columnsOf(options);
  if (format === 'csv') return toCsv(columns, samples);
  const facts = { exportedAt: isoTime(atMs), symbol, id };
  return toJson({ columns, rows: samples, name: 'samples' }, facts);
}
