import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { alertRuleSchema } from '@/lib/domain/alerts/model/rule.ts';
import type { ParsedPrice } from '@/lib/price-service/index.ts';
import { priceUpdateSchema } from '@/lib/price-service/schemas.ts';
import { toDecimalString } from '@/lib/domain/prices/decimal.ts';
import { alertRules, firings } from '@/lib/storage/values/alerts.ts';
import { endWorker, makeWorkersMortal, startWorker, timesShown } from './alert-worker.ts';

const FOLDER = join(import.meta.dirname, '../../../../../shared/data/responses');
const isThere = existsSync(FOLDER);
if (!isThere) console.info('No recorded answers next to the checkout: skipping their tests.');

/** The recorded responses in the order of their publish times. */
function recordedAnswers(): ParsedPrice[][] {
  return readdirSync(FOLDER)
    .filter((name) => /^latest-20feeds-.*\.json$/.test(name))
    .map((name) => JSON.parse(readFileSync(join(FOLDER, name), 'utf8')) as unknown)
    .map((raw) => priceUpdateSchema.parse(raw).parsed ?? [])
    .toSorted((a, b) => newest(a) - newest(b));
}

function newest(answer: readonly ParsedPrice[]): number {
  return Math.max(...answer.map(({ price }) => price.publish_time));
}

describe.skipIf(!isThere)('a recorded walk with the worker killed after every answer', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
    makeWorkersMortal();
  });

  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });

  it('delivers each crossing between two answers exactly once', async () => {
    const answers = recordedAnswers();
    const ids = [...new Set(answers.flat().map(({ id }) => id))];
    const rules = ids.flatMap((id) => levelsBetween(answers, id));
    await alertRules.setValue(rules.map(({ rule }) => rule));
    const fired = new Map<string, string>();
    for (const answer of answers) {
      // The recording has long gaps, so responses are shifted to be 30 seconds apart.
      const shift = newest(answers[0] ?? []) - newest(answer) + answers.indexOf(answer) * 30;
      vi.setSystemTime((newest(answer) + shift + 1) * 1_000);
      const worker = await startWorker(null, ids);
      await worker.answer(answer.map((item) => shifted(item, shift)));
      endWorker(worker);
      for (const { id, alertId, price } of await firings.getValue()) {
        fired.set(id, `${alertId} ${price?.price}`);
      }
    }
    const last = await startWorker(null, ids);
    endWorker(last);

    const expected = rules.flatMap(({ crossings }) => crossings.slice(0, 1));
    expect([...fired.values()].toSorted()).toEqual(expected.toSorted());
    expect(fired.size).toBeGreaterThan(20);
    expect(Object.values(await timesShown()).every((times) => times === 1)).toBe(true);
  });
});

/** An alert between every two neighboring prices of a feed, and the crossings of its level. */
function levelsBetween(answers: readonly ParsedPrice[][], id: string) {
  const walk = answers.flatMap((answer) => answer.filter((item) => item.id === id));
  const [first] = walk;
  return walk.slice(1).flatMap((item, index) => {
    const before = walk[index];
    if (!before || !first || walk.some(({ price }) => price.expo !== first.price.expo)) return [];
    const level = (BigInt(before.price.price) + BigInt(item.price.price)) / 2n;
    // A price on the level is on neither side.
    if (walk.some(({ price }) => BigInt(price.price) === level)) return [];
    const alertId = `${id.slice(0, 8)}-${index}`;
    const crossings = walk
      .filter((one, at) => {
        const last = walk[at - 1];
        if (!last) return false;
        return BigInt(one.price.price) > level !== BigInt(last.price.price) > level;
      })
      .map((one) => `${alertId} ${one.price.price}`);
    const rule = alertRuleSchema.parse({
      id: alertId,
      feedId: id,
      trigger: {
        kind: 'crosses',
        direction: 'either',
        level: toDecimalString({ mantissa: level, expo: first.price.expo }),
      },
    });
    return [{ rule, crossings }];
  });
}

function shifted(item: ParsedPrice, seconds: number): ParsedPrice {
  const publish_time = item.price.publish_time + seconds;
  return { ...item, price: { ...item.price, publish_time } };
}
