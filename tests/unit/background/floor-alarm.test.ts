import { expect, it } from 'vitest';
import { browser } from 'wxt/browser';
import { ensureFloorAlarm, FLOOR_ALARM } from '@/lib/background/floor-alarm.ts';

const PERIOD_MS = 30_000;

const next = async () => (await browser.alarms.get(FLOOR_ALARM))?.scheduledTime;

it('fires every half minute from the first start on', async () => {
  await ensureFloorAlarm(false);
  expect(await browser.alarms.get(FLOOR_ALARM)).toMatchObject({ periodInMinutes: 0.5 });
});

it('is not postponed by another start', async () => {
  const when = Date.now() + 5_000;
  await browser.alarms.create(FLOOR_ALARM, { when, periodInMinutes: 0.5 });
  await ensureFloorAlarm(false);
  expect(await next()).toBe(when);
});

it('is created again after the clock was set back', async () => {
  const when = Date.now() + 3_600_000;
  await browser.alarms.create(FLOOR_ALARM, { when, periodInMinutes: 0.5 });
  await ensureFloorAlarm(false);
  expect(await next()).toBeLessThanOrEqual(Date.now() + PERIOD_MS);
});

it('fires less often while nothing is requested, and soon again afterward', async () => {
  await ensureFloorAlarm(true);
  expect(await browser.alarms.get(FLOOR_ALARM)).toMatchObject({ periodInMinutes: 5 });
  await ensureFloorAlarm(false);
  expect(await browser.alarms.get(FLOOR_ALARM)).toMatchObject({ periodInMinutes: 0.5 });
});
