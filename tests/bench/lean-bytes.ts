import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createMarket } from '../price-service/market.ts';
import { priceUpdateJson } from '../price-service/updates.ts';
import { createWalkSource } from '../price-service/walk-source.ts';
import { z } from '../../lib/base/zod.ts';
import type { Bench } from './bench-kind.ts';
import type { Measured } from './row.ts';

const FEEDS = 20;
const CAPTURED = new URL('../../../shared/data/responses/', import.meta.url);

export const leanBytes: Bench = {
  name: 'lean-bytes',
  what: 'bytes per feed in an update: parsed=false&encoding=base64 compared with the default',
  run() {
    const rows = [localBytes(), ...capturedBytes()];
    return Promise.resolve(rows);
  },
};

function localBytes(): Measured {
  const source = createWalkSource(1, FEEDS);
  const ids = source.feeds.slice(0, FEEDS).map(({ id }) => id);
  let now = Date.now();
  const market = createMarket(source, () => now);
  const updates = Array.from({ length: 10 }, () => {
    now += 400;
    return market.update(ids, market.advance());
  });
  return {
    name: 'lean-bytes',
    what: `bytes per feed in an update of ${FEEDS} feeds`,
    unit: 'B',
    samples: updates.map(
      (update) => priceUpdateJson(update, { encoding: 'base64', parsed: false }).length / FEEDS,
    ),
    reference: {
      what: "the official client's default: hex and parsed",
      samples: updates.map(
        (update) => priceUpdateJson(update, { encoding: 'hex', parsed: true }).length / FEEDS,
      ),
    },
    note: 'signed like the public service: 3 signatures, proofs of 12 hashes',
  };
}

const answerSchema = z.object({ binary: z.object({ data: z.array(z.string()) }) });

/** The same for captured responses, if they exist next to the checkout. */
function capturedBytes(): Measured[] {
  if (!existsSync(CAPTURED)) return [];
  const samples: number[] = [];
  const reference: number[] = [];
  for (const file of readdirSync(CAPTURED).filter((name) => name.startsWith('latest-20feeds'))) {
    const answer: unknown = JSON.parse(readFileSync(new URL(file, CAPTURED), 'utf8'));
    const { data } = answerSchema.parse(answer).binary;
    const base64 = data.map((blob) => Buffer.from(blob, 'hex').toString('base64'));
    const lean = { binary: { encoding: 'base64', data: base64 } };
    samples.push(JSON.stringify(lean).length / 20);
    reference.push(JSON.stringify(answer).length / 20);
  }
  if (samples.length === 0) return [];
  return [
    {
      name: 'lean-bytes-captured',
      what: 'the same for answers captured from the public service',
      unit: 'B',
      samples,
      reference: { what: 'the answers as captured', samples: reference },
    },
  ];
}
