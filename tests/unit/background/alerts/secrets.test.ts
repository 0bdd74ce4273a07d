import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { alertSettings, notificationsBlocked } from '@/lib/storage/values/alerts.ts';
import { connectionState } from '@/lib/storage/values/connection.ts';
import { priceServices } from '@/lib/storage/values/settings.ts';
import {
  created,
  EITHER,
  endWorker,
  makeWorkersMortal,
  recorded,
  REPEATING,
  setRules,
  START_MS,
  startWorker,
  type Worker,
  ABOVE,
  passMinute,
} from './alert-worker.ts';

const SECRETS = ['planted-path-token', 'planted-query-token', 'planted-header-token'];
const [PATH, QUERY, HEADER] = SECRETS;
const URL = `https://prices.example/${PATH}/?key=${QUERY}`;

let worker: Worker;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: START_MS });
  vi.spyOn(Temporal.Now, 'timeZoneId').mockReturnValue('UTC');
  makeWorkersMortal();
  const headers = [{ name: 'Authorization', value: `Bearer ${HEADER}` }];
  // Written to storage directly, because the options page rejects a query.
  await fakeBrowser.storage.local.set({ [priceServices.key]: { baseUrl: URL, headers } });
  const reason = `GET ${URL} with Bearer ${HEADER} failed.`;
  // Written to storage directly, because an earlier version stored the reason as a text.
  const offline = { ...connectionState.fallback, state: 'offline', reason };
  await fakeBrowser.storage.session.set({ [connectionState.key]: offline });
  await setRules(
    { ...EITHER, ...REPEATING },
    { trigger: { ...ABOVE.trigger, level: '655' }, ...REPEATING },
  );
  worker = await startWorker();
});

afterEach(() => {
  endWorker(worker);
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const notificationKinds = () => new Set(created.map((id) => id.split('|')[0]));

/** The text of all notifications, of the journal and of the problem that pages show. */
async function allTexts(): Promise<string> {
  const given = vi.mocked(fakeBrowser.notifications.create).mock.calls;
  return JSON.stringify([given, recorded, await notificationsBlocked.getValue()]);
}

async function setTimeTo(minutes: number): Promise<void> {
  vi.setSystemTime(START_MS + minutes * 60_000);
  await worker.tick();
}

it('keeps secrets of the connection out of every kind of notification', async () => {
  await worker.price('64000');
  // One alert, then two within a second.
  await worker.price('65200');
  passMinute();
  await worker.price('64000');
  await worker.price('66000');

  const quietHours = { enabled: true, from: '00:01', to: '00:06', days: [1, 2, 3, 4, 5, 6, 7] };
  await alertSettings.setValue({ ...alertSettings.fallback, tellsMissed: true, quietHours });
  await setTimeTo(4);
  await worker.price('64000');
  await setTimeTo(6);

  await setTimeTo(60);
  await worker.price('66000');

  await worker.sendTestNotification();

  expect(notificationKinds()).toEqual(
    new Set(['notification', 'merged', 'digest', 'summary', 'test']),
  );
  const texts = await allTexts();
  for (const secret of SECRETS) expect(texts).not.toContain(secret);
});

it('keeps secrets out of the problem shown when the browser rejects a notification', async () => {
  vi.mocked(fakeBrowser.notifications.create).mockRejectedValue(new Error(`${URL} ${HEADER}`));
  await worker.price('64000');
  await worker.price('66000');
  expect(await notificationsBlocked.getValue()).not.toBeNull();
  const texts = await allTexts();
  for (const secret of SECRETS) expect(texts).not.toContain(secret);
});
