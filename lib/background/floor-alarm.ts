import { browser } from 'wxt/browser';

export const FLOOR_ALARM = 'floor';

const FLOOR_MINUTES = 0.5;

/**
 * Ensures the fallback alarm that keeps badge and alerts right when nothing else runs. Creating it
 * at each start would postpone it, so it is created only if it is missing or too far away.
 */
export async function ensureFloorAlarm(): Promise<void> {
  const alarm = await browser.alarms.get(FLOOR_ALARM);
  const latest = Date.now() + FLOOR_MINUTES * 60_000;
  if (alarm?.periodInMinutes === FLOOR_MINUTES && alarm.scheduledTime <= latest) return;
  await browser.alarms.create(FLOOR_ALARM, { periodInMinutes: FLOOR_MINUTES });
}
