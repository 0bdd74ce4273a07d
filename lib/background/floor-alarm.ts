import { browser } from 'wxt/browser';
import { FLOOR_MINUTES } from './plan.ts';

export const FLOOR_ALARM = 'floor';

/**
 * Sees to the alarm that is the floor under everything. It is created anew only where it is missing
 * or, because the clock was set back, too far away: creating it at each start would put it off.
 */
export async function ensureFloorAlarm(): Promise<void> {
  const alarm = await browser.alarms.get(FLOOR_ALARM);
  const latest = Date.now() + FLOOR_MINUTES * 60_000;
  if (alarm?.periodInMinutes === FLOOR_MINUTES && alarm.scheduledTime <= latest) return;
  await browser.alarms.create(FLOOR_ALARM, { periodInMinutes: FLOOR_MINUTES });
}
