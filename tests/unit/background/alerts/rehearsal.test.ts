import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { rehearsePrices } from '@/lib/domain/alerts/engine/rehearse.ts';
import type { AlertPrice } from '@/lib/domain/alerts/model/price.ts';
import type { AlertRule } from '@/lib/domain/alerts/model/rule.ts';
import { alertRules, firings } from '@/lib/storage/values/alerts.ts';
import { createChance, makeLevelRule, makeMoveRule } from '../../domain/alerts/engine/paths.ts';
import { BTC, receivedPrice } from '../feeds.ts';
import { endWorker, makeWorkersMortal, START_MS, startWorker } from './alert-worker.ts';

const RUNS = Number(process.env['REHEARSALS'] ?? 25);
const PRICES = 24;
const BASE = 10_000;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: START_MS });
  makeWorkersMortal();
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** A random rule and path of prices. */
function makeRun(seed: number): { rule: AlertRule; prices: AlertPrice[] } {
  const chance = createChance(seed);
  const made = chance.random() < 0.6 ? makeLevelRule(chance) : makeMoveRule(chance);
  let price = BASE;
  let time = START_MS / 1_000;
  const prices = Array.from({ length: PRICES }, () => {
    time += chance.between(3, 60);
    price += chance.between(-60, 60);
    const received = { ...receivedPrice(String(price), time, time * 2), conf: '1' };
    return { ...received, marketOpen: true, stale: false, isVerified: false };
  });
  return { rule: { ...made, feedId: BTC }, prices };
}

/** Delivers the prices to workers that die at random. A price at which one died arrives again. */
async function timesOfWorkers(seed: number, rule: AlertRule, prices: readonly AlertPrice[]) {
  const chance = createChance(seed + 1e6);
  const start = () =>
    startWorker({ effect: chance.between(1, 30), when: chance.pick(['before', 'after']) });
  vi.setSystemTime(START_MS);
  await fakeBrowser.storage.local.clear();
  await fakeBrowser.storage.session.clear();
  await alertRules.setValue([rule]);
  let deaths = 0;
  let worker = await start();
  for (const { price, publishTime } of prices) {
    const deliver = async (): Promise<void> => {
      vi.setSystemTime(publishTime * 1_000 + 1_000);
      await worker.price(price, { slot: publishTime * 2 });
    };
    await deliver();
    while (worker.life.isDead) {
      deaths += 1;
      worker = await start();
      await deliver();
    }
  }
  endWorker(worker);
  const history = await firings.getValue();
  const times = history.filter(({ missed }) => !missed).map((firing) => firing.price?.publishTime);
  return { times, deaths };
}

describe('a rehearsal', () => {
  it('triggers at the same prices as workers that store what they know and die', async () => {
    let [triggers, deaths] = [0, 0];
    for (let seed = 0; seed < RUNS; seed += 1) {
      const { rule, prices } = makeRun(seed);
      const workers = await timesOfWorkers(seed, rule, prices);
      const times = rehearsePrices(rule, prices, prices[0]?.publishTime ?? 0);
      expect(workers.times, `seed ${seed} ${JSON.stringify(rule)}`).toEqual(times);
      triggers += times.length;
      deaths += workers.deaths;
    }
    expect(triggers).toBeGreaterThan(RUNS / 2);
    expect(deaths).toBeGreaterThan(RUNS);
    if (process.env['REHEARSALS']) console.log({ triggers, deaths });
  }, 3_600_000);
});
