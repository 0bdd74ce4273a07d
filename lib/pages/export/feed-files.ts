import { readCollectedPrices } from '../../storage/history/collected-prices.ts';
import { toSeconds, toMilliseconds, type UnixMilliseconds } from '../../base/units.ts';
import { SaveError } from '../../base/save-error.ts';
import { fileName } from './file-name.ts';
import { t } from '../../base/locale/t.ts';
import { areSamplesShown } from '../../storage/values/samples.ts';
import { trustInForce } from '../../storage/values/trust-in-force.ts';
import { textFile, type ExportFile } from './files.ts';
import type { CollectedPrice } from '../../domain/history/collected-price.ts';
import { column, toCsv, toJson, type Column } from './table.ts';
import { exactText, isoTime } from './exact-text.ts';

/** The feed's stored prices as a table. @throws SaveError without any */
export async function collectedPricesFile(
  feed: NamedFeed,
  format: 'csv' | 'json',
  nowMs: UnixMilliseconds,
): Promise<ExportFile> {
  const prices = await readCollectedPrices(feed.id, 0, Math.ceil(toSeconds(nowMs)));
  if (prices.length === 0) throw new SaveError('noPrices');
  const name = fileName({ subject: feed.symbol, what: 'prices', atMs: nowMs, extension: format });
  const trust = await trustInForce.getValue();
  const note = (await areSamplesShown.getValue()) ? t('samples.title') : null;
  const text = collectedPricesText(feed, prices, format, { trust, note, atMs: nowMs });
  return textFile(name, text, format);
}

interface NamedFeed {
  id: string;
  symbol: string;
}

interface TableOptions {
  /** The current trust fingerprint; prices with another one do not count as verified. */
  trust: string;
  /** A remark on every price; `null`: none. */
  note: string | null;
}

const columnsOf = ({ trust, note }: TableOptions): readonly Column<CollectedPrice>[] => [
  column('publish_time', 'text', ({ time }) => isoTime(toMilliseconds(time))),
  column('publish_time_unix', 'figure', ({ time }) => String(time)),
  column('price', 'figure', ({ price, expo }) => exactText(price, expo)),
  column('confidence', 'figure', ({ conf, expo }) => exactText(conf, expo)),
  column('ema_price', 'figure', ({ emaPrice, emaExpo }) => exactText(emaPrice, emaExpo)),
  column('ema_confidence', 'figure', ({ emaConf, emaExpo }) => exactText(emaConf, emaExpo)),
  column('verified', 'text', (price) => (price.trust === trust ? 'yes' : 'no')),
  ...(note === null ? [] : [column<CollectedPrice>('note', 'text', () => note)]),
];

/** Rows are oldest first, with all digits and times in UTC. */
export function collectedPricesText(
  { id, symbol }: NamedFeed,
  prices: readonly CollectedPrice[],
  format: 'csv' | 'json',
  { atMs, ...options }: TableOptions & { atMs: UnixMilliseconds },
): string {
  const columns = columnsOf(options);
  if (format === 'csv') return toCsv(columns, prices);
  const facts = { exportedAt: isoTime(atMs), symbol, id };
  return toJson({ columns, rows: prices, name: 'prices' }, facts);
}
