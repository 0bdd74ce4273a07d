import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { AlertPrice } from '../../../../../lib/domain/alerts/model/price.ts';
import { z } from '../../../../../lib/base/zod.ts';
import { answerOf, createFeed, makeRule } from '../builders.ts';

const FOLDER = join(import.meta.dirname, '../../../../../../shared/data/responses');
const isThere = existsSync(FOLDER);
if (!isThere) console.info('No recorded answers next to the checkout: skipping their tests.');

const figure = z.object({
  price: z.string(),
  conf: z.string(),
  expo: z.int(),
  publish_time: z.int(),
});
const answer = z.object({
  parsed: z.array(
    z.object({
      id: z.string(),
      price: figure,
      metadata: z.object({ slot: z.nullish(z.int()) }),
    }),
  ),
});

/** The recorded samples of each feed in the order of their publish times. */
function recordedWalks(): Map<string, AlertPrice[]> {
  const walks = new Map<string, AlertPrice[]>();
  const files = readdirSync(FOLDER).filter((name) => /^latest-20feeds-.*\.json$/.test(name));
  for (const name of files) {
    const { parsed } = answer.parse(JSON.parse(readFileSync(join(FOLDER, name), 'utf8')));
    for (const { id, price, metadata } of parsed) {
      const sample = {
        price: price.price,
        conf: price.conf,
        expo: price.expo,
        publishTime: price.publish_time,
        slot: metadata.slot ?? null,
        marketOpen: true,
        stale: false,
      };
      walks.set(id, [...(walks.get(id) ?? []), sample]);
    }
  }
  for (const [id, walk] of walks) {
    walks.set(
      id,
      walk.toSorted((a, b) => a.publishTime - b.publishTime),
    );
  }
  return walks;
}

function sign(sample: AlertPrice | undefined, level: bigint): number {
  const price = BigInt(sample?.price ?? level);
  if (price === level) return 0;
  return price > level ? 1 : -1;
}

describe.skipIf(!isThere)('a recorded walk', () => {
  const walks = isThere ? [...recordedWalks()] : [];

  it('contains several samples of many feeds', () => {
    expect(walks.length).toBeGreaterThan(10);
    expect(Math.max(...walks.map(([, walk]) => walk.length))).toBeGreaterThanOrEqual(6);
  });

  // There is a level between every two neighboring samples. The alert fires there if there are no
  // gaps; with the recording's gaps, it may miss the crossing.
  it.each([
    ['ignoring gaps', 1e12],
    ['with gaps', undefined],
  ])('first crosses each level between two samples, %s', (_name, gap) => {
    let firings = 0;
    let missed = 0;
    for (const [, walk] of walks) {
      for (const [n, sample] of walk.entries()) {
        const before = walk[n - 1];
        if (!before || before.expo !== sample.expo) continue;
        const level = (BigInt(before.price) + BigInt(sample.price)) / 2n;
        if (sign(before, level) * sign(sample, level) !== -1) continue;
        const exact = `${level}e${sample.expo}`;
        const rule = makeRule({
          kind: 'crosses',
          direction: 'either',
          level: plain(level, sample.expo),
        });
        const feed = createFeed([rule], { gap });
        for (const one of walk) feed.play(answerOf(one));
        const events = [...feed.played.firings, ...feed.played.missed];
        const first = walk.find(
          (one, at) => at > 0 && sign(one, level) * sign(walk[at - 1], level) === -1,
        );
        const [event] = events.toSorted((a, b) => a.at - b.at);
        expect(event?.price?.publishTime, exact).toBe(first?.publishTime);
        firings += feed.played.firings.length;
        missed += feed.played.missed.length;
      }
    }
    expect(firings).toBeGreaterThan(20);
    expect(missed === 0).toBe(gap !== undefined);
  });
});

function plain(mantissa: bigint, expo: number): string {
  const digits = String(mantissa).padStart(1 - expo, '0');
  return expo === 0 ? digits : `${digits.slice(0, expo)}.${digits.slice(expo)}`;
}
