import type { Sample } from '../../domain/history/sample.ts';
import { toMilliseconds, type UnixMilliseconds } from '../../base/units.ts';
import { toCsv, type Column } from './csv.ts';
import { exactText, isoTime } from './exact-text.ts';

/** The feed that the samples belong to. */
export interface SampledFeed {
  id: string;
  symbol: string;
}

const columnsUnder = (trust: string): readonly Column<Sample>[] => [
  { name: 'publish_time', kind: 'text', read: ({ time }) => isoTime(toMilliseconds(time)) },
  { name: 'publish_time_unix', kind: 'figure', read: ({ time }) => String(time) },
  { name: 'price', kind: 'figure', read: ({ price, expo }) => exactText(price, expo) },
  { name: 'confidence', kind: 'figure', read: ({ conf, expo }) => exactText(conf, expo) },
  {
    name: 'ema_price',
    kind: 'figure',
    read: ({ emaPrice, emaExpo }) => exactText(emaPrice, emaExpo),
  },
  {
    name: 'ema_confidence',
    kind: 'figure',
    read: ({ emaConf, emaExpo }) => exactText(emaConf, emaExpo),
  },
  { name: 'verified', kind: 'text', read: (sample) => (sample.trust === trust ? 'yes' : 'no') },
];

/**
 * A feed's samples as CSV, oldest first. Numbers have all their digits, times are in UTC.
 *
 * @param trust the trust fingerprint in force; samples verified under another one do not count as
 *   verified
 */
export function samplesCsv(samples: readonly Sample[], trust: string): string {
  return toCsv(columnsUnder(trust), samples);
}

/** A feed's samples as JSON. Numbers are strings, so that no reader rounds them. */
export function samplesJson(
  { id, symbol }: SampledFeed,
  samples: readonly Sample[],
  { trust, atMs }: { trust: string; atMs: UnixMilliseconds },
): string {
  const table = {
    exportedAt: isoTime(atMs),
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
