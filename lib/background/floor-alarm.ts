import { browser } from 'wxt/browser';

export const FLOOR_ALARM = 'floor';

const FLOOR_MINUTES = 0.5;
/** Without requests: held notifications and messages still leave. */
const ASLEEP_MINUTES = 5;

/**
 * Ensures the fallback alarm that keeps badge and alerts right when nothing else runs. Creating it
 * at each start would postpone it, so it is created only if it is missing or too far away.
 */
export async function ensureFloorAlarm(isAsleep: boolean): Promise<void> {
  const periodInMinutes = isAsleep ? ASLEEP_MINUTES : FLOOR_MINUTES;
  const alarm = await browser.alarms.get(FLOOR_ALARM);
  const latest = Date.now() + periodInMinutes * 60_000;
  if (alarm?.periodInMinutes === periodInMinutes && alarm.scheduledTime <= latest) return;
  await browser.alarms.create(FLOOR_ALARM, { periodInMinutes });
}
