import { pause } from '../tools/until.ts';
import { ETH_USD } from './feeds.ts';
import { PATIENCE_MS, timeUntil } from './recoveries.ts';
import { takeNotifications, type Run } from './run.ts';
import { ABOVE_LEVEL, ALERT_ID, BELOW_LEVEL } from './settings.ts';

const SETTLE_MS = 300;

/** Below the alert's level, then `between`, then above it: one firing. */
export async function crossLevel(
  run: Run,
  between: () => Promise<unknown> = () => Promise.resolve(),
): Promise<void> {
  if (!(await isStored(run, BELOW_LEVEL))) return;
  await between();
  if (!(await isStored(run, ABOVE_LEVEL))) return;
  run.notes.crossings += 1;
}

/** A price goes through the alert's level, and what came of it is taken. */
export async function crossingStep(run: Run): Promise<void> {
  await crossLevel(run);
  await pause(SETTLE_MS);
  await takeNotifications(run);
}

/** Waits until the alert fired as often as it should have; the checks tell if it did not. */
export async function awaitFirings({ driver, notes }: Run): Promise<void> {
  await timeUntil(Date.now(), PATIENCE_MS, async () => {
    await driver.collect();
    const { value } = driver.changes.findLast(({ key }) => key === 'firings') ?? {};
    const firings = Array.isArray(value) ? (value as { alertId: string }[]) : [];
    return firings.filter(({ alertId }) => alertId === ALERT_ID).length >= notes.crossings;
  });
}

/** Sets the price; whether it reached storage. */
async function isStored({ service, driver, notes }: Run, price: string): Promise<boolean> {
  service.setPrice(ETH_USD, { price, expo: -8 });
  const tookMs = await timeUntil(Date.now(), PATIENCE_MS, async () => {
    await driver.collect();
    const last = driver.changes.findLast(({ key }) => key === `latest:${ETH_USD}`);
    return (last?.value as { price?: string } | undefined)?.price === price;
  });
  if (tookMs === null) notes.lost.push('A price of the service did not reach storage.');
  return tookMs !== null;
}
