import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { removeAlerts, restoreAlerts } from '@/lib/pages/alerts/alert-actions.ts';
import { createJudge } from '@/lib/background/intake/judge.ts';
import type { JudgedPrice } from '@/lib/background/intake/judge.ts';
import { trustFingerprint } from '@/lib/domain/signed-updates/trust/trust-fingerprint.ts';
import { resolveProfiles } from '@/lib/domain/signed-updates/trust/trust-settings.ts';
import { verifyUpdate } from '@/lib/domain/signed-updates/verify.ts';
import { firings } from '@/lib/storage/values/alerts.ts';
import { firingProofs } from '@/lib/storage/values/firing-proofs.ts';
import { signPriceUpdate, type SigningOptions } from '../../../price-service/signing.ts';
import { trustInLocal } from '../../../price-service/test-signers.ts';
import { BTC, ETH, parsedItem } from '../feeds.ts';
import { makeFiring } from '../../domain/alerts/builders.ts';
import {
  ABOVE,
  makeWorkersMortal,
  REPEATING,
  setRules,
  START_MS,
  startWorker,
  type Worker,
  passMinute,
} from './alert-worker.ts';

beforeEach(() => {
  fakeBrowser.reset();
  vi.useFakeTimers({ now: START_MS });
  makeWorkersMortal();
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it('a firing keeps the signed bytes of its price only', async () => {
  await setRules(ABOVE);
  const worker = await startTrustingWorker();
  await worker.receive(await pricesAt('64900'));
  await worker.receive(await pricesAt('65100'));
  const [firing] = await firings.getValue();
  const kept = await firingProofs.getValue();
  expect(Object.keys(kept)).toEqual([firing?.id]);
  const { profiles } = resolveProfiles(trustInLocal());
  const { prices } = verifyUpdate(
    { encoding: 'base64', data: [kept[firing!.id]!] },
    { profiles, nowMs: START_MS },
  );
  expect([...prices.keys()]).toEqual([BTC]);
  expect(prices.get(BTC)).toMatchObject({
    price: 65_100n,
    publishTime: firing?.price?.publishTime,
  });
});

it('a price that is not verified leaves none, though its alert triggers', async () => {
  await setRules(ABOVE, { trigger: { ...ABOVE.trigger, alsoIfThere: true } });
  const worker = await startTrustingWorker();
  await worker.receive(await pricesAt('64900', { tampering: 'wrong-emitter' }));
  await worker.receive(await pricesAt('65100', { tampering: 'wrong-emitter' }));
  expect(await firings.getValue()).toHaveLength(2);
  expect(await firingProofs.getValue()).toEqual({});
});

it('a triggered alert is stored even where there is no room for its proof', async () => {
  await setRules(ABOVE);
  const worker = await startTrustingWorker();
  await worker.receive(await pricesAt('64900'));
  const { local } = fakeBrowser.storage;
  const set = local.set.bind(local);
  const setWithoutProofs = async (items: object): Promise<void> => {
    if (firingProofs.key in items) throw new Error('No room.');
    await set(items);
  };
  Object.assign(local, { set: setWithoutProofs });
  onTestFinished(() => void Object.assign(local, { set }));
  await worker.receive(await pricesAt('65100'));
  expect(await firings.getValue()).toHaveLength(1);
  expect(await firingProofs.getValue()).toEqual({});
});

it('only the newest 50 firings keep theirs', async () => {
  const old = Array.from({ length: 50 }, (_, n) =>
    makeFiring({ id: `old-${n}`, at: START_MS - 1_000, delivered: 'silent', seenAt: 1 }),
  );
  await setRules({ ...ABOVE, ...REPEATING });
  const worker = await startTrustingWorker();
  await worker.receive(await pricesAt('64900'));
  await worker.receive(await pricesAt('65100'));
  const [first] = Object.values(await firingProofs.getValue());
  await firings.setValue(old);
  await firingProofs.setValue(Object.fromEntries(old.map(({ id }) => [id, first!])));
  passMinute();
  await worker.receive(await pricesAt('64000'));
  await worker.receive(await pricesAt('65200'));
  const newest = (await firings.getValue()).slice(-50).map(({ id }) => id);
  expect(Object.keys(await firingProofs.getValue())).toEqual(newest);
  expect(newest).not.toContain('old-0');
});

it('are deleted with their alert, and come back with it', async () => {
  await setRules(ABOVE);
  const worker = await startTrustingWorker();
  await worker.receive(await pricesAt('64900'));
  await worker.receive(await pricesAt('65100'));
  const kept = await firingProofs.getValue();
  const removed = await removeAlerts(['a0']);
  expect(await firingProofs.getValue()).toEqual({});
  await restoreAlerts(removed);
  expect(await firingProofs.getValue()).toEqual(kept);
});

async function startTrustingWorker(): Promise<Worker> {
  const worker = await startWorker();
  await worker.trust(await trustFingerprint(trustInLocal()));
  return worker;
}

/** Prices of two feeds in one signed update, and what its verification found. */
async function pricesAt(btc: string, options: SigningOptions = {}): Promise<JudgedPrice[]> {
  await vi.advanceTimersByTimeAsync(5_000);
  const seconds = Math.floor(Date.now() / 1_000);
  const items = [parsedItem(ETH, '4000', seconds), parsedItem(BTC, btc, seconds)];
  const update = signPriceUpdate(items, options);
  const judge = createJudge(() => {});
  await judge.trust(trustInLocal());
  return judge.verifyUpdate(update, 'show');
}
