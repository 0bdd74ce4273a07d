import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { firings } from '@/lib/storage/values/alerts.ts';
import { receiver } from '@/lib/storage/values/forwarding.ts';
import {
  ABOVE,
  endWorker,
  makeWorkersMortal,
  setRules,
  settle,
  START_MS,
  startWorker,
  type Worker,
} from './alert-worker.ts';

const at = (level: string) => ({ trigger: { ...ABOVE.trigger, level } });
const shown = async () => Object.keys(await fakeBrowser.notifications.getAll());
const delivered = async () => (await firings.getValue()).map((firing) => firing.delivered);
let worker: Worker;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: START_MS });
  makeWorkersMortal();
  await setRules(at('650'), at('660'), at('670'));
  worker = await startWorker();
  await worker.price('64000');
});

afterEach(() => {
  endWorker(worker);
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('alerts that trigger within 2 s', () => {
  it('share one notification, which replaces that of the first', async () => {
    await worker.price('65500');
    expect(await delivered()).toEqual(['notified']);
    await worker.price('66500');
    expect(await delivered()).toEqual(['notified', 'notified']);
    expect(await shown()).toHaveLength(1);
  });

  it('are sent to the address of the user as one message', async () => {
    const post = vi.fn(async (_url: string, _init: { body: string }) => new Response());
    vi.stubGlobal('fetch', post);
    await receiver.setValue({ isOn: true, kind: 'json', address: 'https://a.test/', chat: '' });
    await worker.price('65500');
    await worker.price('66500');
    await settle(5_000);
    expect(post.mock.calls.map(([, { body }]) => JSON.parse(body).text.split('\n'))).toEqual([
      [expect.stringContaining('650'), expect.stringContaining('660')],
    ]);
  });

  it('are apart from one that the user has seen', async () => {
    await worker.price('65500');
    await firings.update((history) => history.map((firing) => ({ ...firing, seenAt: Date.now() })));
    await worker.price('66500');
    expect(await delivered()).toEqual(['notified', 'notified']);
  });

  it('are apart from one that triggers later', async () => {
    await worker.price('65500');
    await settle(1_500);
    await worker.price('66500');
    expect(await delivered()).toEqual(['notified', 'notified']);
    expect(await shown()).toHaveLength(2);
  });
});
