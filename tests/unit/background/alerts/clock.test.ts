import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { BUILT_IN_SIGNERS_VERSION } from '@/lib/domain/signed-updates/trust/trust-fingerprint.ts';
import { firings } from '@/lib/storage/values/alerts.ts';
import { clockSkew } from '@/lib/storage/values/clock.ts';
import { lastAskedAt } from '@/lib/storage/values/prices.ts';
import {
  ABOVE,
  created,
  EITHER,
  endWorker,
  makeWorkersMortal,
  REPEATING,
  setRules,
  START_MS,
  startWorker,
  timesShown,
  type Worker,
} from './alert-worker.ts';
import { proofOf } from '../../proofs.ts';

const SECOND = 1_000;
const PROOF = proofOf('verified', BUILT_IN_SIGNERS_VERSION);

let trueOffset = 0;
let worker: Worker;

beforeEach(async () => {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'],
    now: START_MS,
  });
  makeWorkersMortal();
  await clearAll();
});

afterEach(() => {
  endWorker(worker);
  vi.useRealTimers();
  vi.restoreAllMocks();
});

async function clearAll(): Promise<void> {
  trueOffset = 0;
  created.length = 0;
  await fakeBrowser.storage.local.clear();
  await fakeBrowser.storage.session.clear();
}

/** Changes the local clock but not the monotonic one. */
function setClock(bySeconds: number): void {
  trueOffset += bySeconds;
  vi.setSystemTime(Date.now() + bySeconds * SECOND);
}

async function answer(price: string, afterSeconds = 5): Promise<void> {
  await vi.advanceTimersByTimeAsync(afterSeconds * SECOND);
  await worker.price(price, { age: 1 + trueOffset, proof: PROOF });
}

async function answers(...prices: string[]): Promise<void> {
  for (const price of prices) await answer(price);
}

async function fired(): Promise<string[]> {
  const history = await firings.getValue();
  expect(Object.values(await timesShown())).toEqual(history.map(() => 1));
  return history.map(({ what, missed }) =>
    missed ? 'missed' : what.kind === 'crosses' ? what.direction : what.kind,
  );
}

describe('an alert', () => {
  it.each([0, 65, -65])('fires once if the clock is %s s off', async (seconds) => {
    setClock(seconds);
    await setRules(ABOVE);
    worker = await startWorker();
    await answers('64000', '64010', '64020', '64030', '66000', '66010', '66020');
    expect(await fired()).toEqual(['above']);
  });

  it.each([90, -90])(
    'does not fire again if the clock is changed by %s s after it fired',
    async (seconds) => {
      await setRules({ trigger: { ...ABOVE.trigger, alsoIfThere: true }, ...REPEATING });
      worker = await startWorker();
      await answers('64000', '66000');
      setClock(seconds);
      await worker.tick();
      await answers('66000', '66010', '66020', '66030');
      endWorker(worker);
      worker = await startWorker();
      await answers('66040', '66050');
      expect(await fired()).toEqual(['above']);
    },
  );

  it('does not mistake a clock that was set back for a stale price', async () => {
    await setRules({ trigger: { kind: 'stale-while-open' } });
    worker = await startWorker();
    await answers('64000', '64010');
    setClock(-90);
    for (let count = 0; count < 8; count += 1) await answer('64010', 20);
    expect(await fired()).toEqual([]);
  });

  it('fires once per crossing, however the clock is changed in between', async () => {
    const leg = fc.record({
      offSeconds: fc.integer({ min: -100, max: 100 }),
      isSetWhileAlive: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(leg, { minLength: 1, maxLength: 5 }), async (legs) => {
        await clearAll();
        await setRules({ ...EITHER, ...REPEATING });
        worker = await startWorker();
        await answers('64000', '64000', '64000', '64000');
        for (const [index, { offSeconds, isSetWhileAlive }] of legs.entries()) {
          if (!isSetWhileAlive) endWorker(worker);
          setClock(offSeconds - trueOffset);
          if (!isSetWhileAlive) worker = await startWorker();
          const [before, price] = index % 2 === 0 ? ['64000', '66000'] : ['66000', '64000'];
          // No cooldown lasts that long, whatever the clock says.
          await answer(before, 271);
          await answers(price, price, price, price);
        }
        const sides = legs.map((_, index) => (index % 2 === 0 ? 'above' : 'below'));
        endWorker(worker);
        expect(await fired()).toEqual(sides);
      }),
      { numRuns: 40 },
    );
  });
});

describe('the clock keeper', () => {
  it('shifts the time of the last request when the clock is set back', async () => {
    await setRules(ABOVE);
    worker = await startWorker();
    await answers('64000', '64010');
    const before = await lastAskedAt.getValue();
    setClock(-90);
    await worker.tick();
    expect(await lastAskedAt.getValue()).toBe(before - 90 * SECOND);
    await answer('64020');
    // Prices are a second old when they arrive.
    expect(await clockSkew.getValue()).toMatchObject({ skewMs: -89 * SECOND });
  });

  it('writes only changes', async () => {
    setClock(65);
    await setRules(ABOVE);
    worker = await startWorker();
    await answers('64000', '64010', '64020', '64030');
    const written = vi.fn();
    const stop = clockSkew.watch(written);
    await answers('64000', '64010', '64020', '64030');
    stop();
    expect(written).not.toHaveBeenCalled();
  });
});
