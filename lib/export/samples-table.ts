import type { Sample } from '../history/sample.ts';
import { toCsv, type Column } from './csv.ts';
import { exactText, isoTime } from './exact-text.ts';

/** The feed whose samples they are. */
export interface SampledFeed {
  id: string;
  symbol: string;
}

const COLUMNS: readonly Column<Sample>[] = [
  { name: 'publish_time', kind: 'text', read: ({ time }) => isoTime(time * 1_000) },
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
  { name: 'verified', kind: 'text', read: ({ verified }) => (verified ? 'yes' : 'no') },
];

/** A feed's samples as CSV, oldest first; figures with all their digits, times in UTC. */
export function samplesCsv(samples: readonly Sample[]): string {
  return toCsv(COLUMNS, samples);
}

/** A feed's samples as JSON; figures are strings, so that no reader rounds them. */
export function samplesJson(
  { id, symbol }: SampledFeed,
  samples: readonly Sample[],
  atMs: number,
): string {
  const table = {
    exportedAt: isoTime(atMs),
    symbol,
    id,
    samples: samples.map((sample) => ({
      publishTime: isoTime(sample.time * 1_000),
      price: exactText(sample.price, sample.expo),
      confidence: exactText(sample.conf, sample.expo),
      emaPrice: exactText(sample.emaPrice, sample.emaExpo),
      emaConfidence: exactText(sample.emaConf, sample.emaExpo),
      verified: sample.verified,
    })),
  };
  return `${JSON.stringify(table, null, 2)}\n`;
}
