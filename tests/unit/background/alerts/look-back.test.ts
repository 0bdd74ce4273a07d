import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { alertRuleSchema, type AlertRuleInput } from '@/lib/domain/alerts/model/rule.ts';
import { absences } from '@/lib/storage/values/absences.ts';
import { alertRules, firings } from '@/lib/storage/values/alerts.ts';
import { lastKnownPrices } from '@/lib/storage/values/prices.ts';
import { firingProofs } from '@/lib/storage/values/firing-proofs.ts';
import { historyServices } from '@/lib/storage/values/settings.ts';
import { startHistoryService, type HistoryService } from '../../../history-service/server.ts';
import { createPins, addPin } from '../../../price-service/market.ts';
import type { PriceServices } from '../../../price-service/services.ts';
import { endWorkers, startWorker } from '../../worker/mortal-worker.ts';
import { BTC } from '../feeds.ts';
import { endWorld, idOf, prepareWorld, setUpServices, untilLiveFrom } from '../services/world.ts';
import { leap, pass, until } from '../../worker/fast-time.ts';

const BELOW = { price: '6400000000000', expo: -8 };
const ABOVE = { price: '6600000000000', expo: -8 };
const LEVEL = { kind: 'crosses', direction: 'above', level: '65000' } as const;

let history: HistoryService | undefined;

beforeEach(prepareWorld);
afterEach(async () => {
  await history?.close();
  history = undefined;
  await endWorld();
});

interface World {
  services: PriceServices;
  pin: (price: typeof BELOW, at: number) => void;
}

/** A price service and a history service that agree, and one alert on a level. */
async function world(rule: Partial<AlertRuleInput> = {}, hasHistory = true): Promise<World> {
  const pins = createPins();
  addPin(pins, BTC, { price: BELOW, sinceMs: 0 });
  const services = await setUpServices([{ pins }]);
  if (hasHistory) {
    history = await startHistoryService({ pins });
    await historyServices.setValue({ [idOf(0)]: { baseUrl: history.url, headers: [] } });
  }
  await alertRules.setValue([
    alertRuleSchema.parse({ id: 'a', feedId: BTC, trigger: LEVEL, ...rule }),
  ]);
  return { services, pin: (price, sinceMs) => addPin(pins, BTC, { price, sinceMs }) };
}

/** A worker has seen the price below the level; then the browser is closed for a while. */
async function sleep(
  { services, pin }: World,
  spikes: ReadonlyArray<[at: number, seconds: number]>,
) {
  const worker = startWorker();
  worker.openPage();
  await untilLiveFrom(services, 0);
  await until(async () => expect(Object.keys(await lastKnownPrices.getValue())).toContain(BTC));
  await until(async () =>
    expect(JSON.stringify(await fakeBrowser.storage.local.get())).toContain('"seen":"below"'),
  );
  worker.die();
  await fakeBrowser.storage.session.clear();
  // Not the minute in which the alert became active: its candle's high may be of an earlier price.
  const from = Math.ceil(Date.now() / 60_000 + 0.1) * 60_000;
  for (const [at, seconds] of spikes) {
    pin(ABOVE, from + at * 1_000);
    pin(BELOW, from + (at + seconds) * 1_000);
  }
  const [lastAt = 0, length = 0] = spikes.at(-1) ?? [];
  const endsAt = from + (lastAt + length + 5) * 1_000;
  leap(endsAt - Date.now());
  return from;
}

const notified = async (): Promise<string[]> => {
  const shown = await fakeBrowser.notifications.getAll();
  return Object.keys(shown);
};

describe('after an absence', () => {
  it('an alert triggers for a crossing that came back, with its receipt, and says so once', async () => {
    const made = await world();
    const from = await sleep(made, [[20, 15]]);
    startWorker();
    await until(async () => expect(await firings.getValue()).toHaveLength(1));
    const [firing] = await firings.getValue();
    expect(firing).toMatchObject({ missed: false, away: 'offline', what: { direction: 'above' } });
    expect(firing?.at).toBeGreaterThanOrEqual(from + 19_000);
    expect(firing?.at).toBeLessThan(from + 36_000);
    expect(Object.keys(await firingProofs.getValue())).toEqual([firing?.id]);
    await until(async () => expect((await firings.getValue())[0]?.delivered).toBe('notified'));
    expect(await notified()).toHaveLength(1);
    expect(await absences.getValue()).toEqual({});
    expect(history?.requests.filter(({ path }) => path === '/history').length).toBeLessThan(4);
  });

  it('an alert that triggers once is done, and finds nothing twice if the worker dies meanwhile', async () => {
    const made = await world();
    await sleep(made, [[20, 15]]);
    for (let deaths = 0; deaths < 4; deaths += 1) {
      const worker = startWorker();
      await pass(300 * (deaths + 1));
      worker.die();
    }
    startWorker();
    await until(async () => expect((await firings.getValue())[0]?.delivered).toBe('notified'));
    expect(await firings.getValue()).toHaveLength(1);
    expect(await notified()).toHaveLength(1);
  });

  it('what only candles say is mentioned and changes nothing', async () => {
    const made = await world();
    const from = await sleep(made, [[20, 0]]);
    history?.lie((answer) => ({ ...answer, h: (answer.h ?? []).map(() => '66000') }));
    startWorker();
    await until(async () => expect(await firings.getValue()).not.toEqual([]));
    // Not for the reference of a day ago.
    const asked = made.services.all[0]?.requests.filter(
      ({ path }) => Number(/\/v2\/updates\/price\/(\d+)/.exec(path)?.[1]) > from / 1_000 - 600,
    );
    expect(asked?.length).toBeGreaterThan(1);
    expect(asked?.length).toBeLessThanOrEqual(3);
    const [firing] = await firings.getValue();
    expect(firing).toMatchObject({ missed: true, what: { isClaimed: true }, price: null });
    await until(async () => expect((await firings.getValue())[0]?.delivered).toBe('notified'));
  });

  it('everything is as before without a history service', async () => {
    const made = await world({}, false);
    await sleep(made, [[20, 15]]);
    const worker = startWorker();
    worker.openPage();
    await untilLiveFrom(made.services, 0);
    expect(await absences.getValue()).toEqual({});
    expect(await firings.getValue()).toEqual([]);
    endWorkers();
  });
});
