import { browser } from 'wxt/browser';

export const FLOOR_ALARM = 'floor';

/** The period of the alarm. */
export const FLOOR_MINUTES = 0.5;

/**
 * Ensures the fallback alarm, which keeps badge and alerts right when nothing else runs. It is created
 * only if it is missing or, after the clock was set back, too far away: creating it at each start
 * would postpone it.
 */
export async function ensureFloorAlarm(): Promise<void> {
  const alarm = await browser.alarms.get(FLOOR_ALARM);
  const latest = Date.now() + FLOOR_MINUTES * 60_000;
  if (alarm?.periodInMinutes === FLOOR_MINUTES && alarm.scheduledTime <= latest) return;
  await browser.alarms.create(FLOOR_ALARM, { periodInMinutes: FLOOR_MINUTES });
}
