import type { Sample } from '../../domain/history/sample.ts';
import { toMilliseconds, type UnixMilliseconds } from '../../base/units.ts';
import { column, toCsv, type Column } from './csv.ts';
import { exactText, isoTime } from './exact-text.ts';

export interface SampledFeed {
  id: string;
  symbol: string;
}

interface TableOptions {
  /** The trust fingerprint in force; under another one, nothing counts as verified. */
  trust: string;
  /** What is to be known of every price; `null`: nothing. */
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

/** Oldest first, all digits, times in UTC. */
export function samplesCsv(samples: readonly Sample[], options: TableOptions): string {
  return toCsv(columnsOf(options), samples);
}

/** Numbers are strings, so that no reader rounds them. */
export function samplesJson(
  { id, symbol }: SampledFeed,
  samples: readonly Sample[],
  { trust, note, atMs }: TableOptions & { atMs: UnixMilliseconds },
): string {
  const table = {
    exportedAt: isoTime(atMs),
    ...(note === null ? {} : { note }),
    symbol,
    id,
    samples: samples.map((sample) => ({
      publishTime: isoTime(toMilliseconds(sample.time)),
      price: exactText(sample.price, sample.expo),
      confidence: exactText(sample.conf, sample.expo),
      emaPrice: exactText(sample.emaPrice, sample.emaExpo),
      emaConfidence: exactText(sample.emaConf, sample.emaExpo),
      verified: sample.trust === trust,
    })),
  };
  return `${JSON.stringify(table, null, 2)}\n`;
}
