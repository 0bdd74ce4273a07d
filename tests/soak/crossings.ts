import { latestKey } from '../tools/latest-price.ts';
import { pause } from '../tools/until.ts';
import { ETH_USD } from './feeds.ts';
import { PATIENCE_MS, timeUntil } from './recoveries.ts';
import { collectNotifications, type UserRun } from './run.ts';
import type { SoakService } from './service.ts';
import { ABOVE_LEVEL, ALERT_ID, BELOW_LEVEL } from './settings.ts';

const SETTLE_MS = 300;

interface StoredFiring {
  alertId: string;
  delivered: string;
}

interface CrossingRun extends UserRun {
  service: Pick<SoakService, 'setPrice'>;
}

/** Below the alert's level, then `between`, then above it: one firing. */
export async function crossLevel(
  run: CrossingRun,
  between: () => Promise<unknown> = () => Promise.resolve(),
): Promise<void> {
  if (!(await isStored(run, BELOW_LEVEL))) return;
  await between();
  if (!(await isStored(run, ABOVE_LEVEL))) return;
  run.findings.crossings += 1;
}

/** A price crosses the alert's level; then the notifications are collected. */
export async function crossingStep(run: CrossingRun): Promise<void> {
  await crossLevel(run);
  await pause(SETTLE_MS);
  await collectNotifications(run);
}

/** Waits until the alert fired and was notified as often as it should; the checks fail otherwise. */
export async function awaitFirings({ driver, findings }: UserRun): Promise<void> {
  await timeUntil(Date.now(), PATIENCE_MS, async () => {
    await driver.collect();
    const { value } = driver.changes.findLast(({ key }) => key === 'firings') ?? {};
    const firings = Array.isArray(value) ? (value as StoredFiring[]) : [];
    const delivered = firings.filter(
      (firing) => firing.alertId === ALERT_ID && firing.delivered !== 'pending',
    );
    return delivered.length >= findings.crossings;
  });
}

/** Sets the price and returns whether it reached storage. */
async function isStored(
  { service, driver, findings }: CrossingRun,
  price: string,
): Promise<boolean> {
  service.setPrice(ETH_USD, { price, expo: -8 });
  const tookMs = await timeUntil(Date.now(), PATIENCE_MS, async () => {
    await driver.collect();
    const last = driver.changes.findLast(({ key }) => key === latestKey(ETH_USD));
    return (last?.value as { price?: string } | undefined)?.price === price;
  });
  if (tookMs === null) findings.lost.push('A price of the service did not reach storage.');
  return tookMs !== null;
}
