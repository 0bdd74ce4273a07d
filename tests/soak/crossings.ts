import { latestKey } from '../tools/latest-price.ts';
import { pause } from '../tools/until.ts';
import { BTC_USD, ETH_USD } from './feeds.ts';
import { LIVE_MS, PATIENCE_MS, timeUntil } from './recoveries.ts';
import { closePages, collectNotifications, restartBrowser, type Run, type UserRun } from './run.ts';
import type { Sleep } from './observations.ts';
import type { SoakService } from './service.ts';
import {
  ABOVE_LEVEL,
  ABOVE_SLEEP_LEVEL,
  ALERT_ID,
  BELOW_LEVEL,
  BELOW_SLEEP_LEVEL,
  SLEEP_ALERT_ID,
} from './settings.ts';

const SETTLE_MS = 300;
const CANDLE_MS = 60_000;

/** Longer than a second, the precision of signed prices. */
const SPIKE_MS = 4_000;
/**
 * The last prices are saved this long after the last page closed. They show when the absence began.
 */
const SAVE_MS = 6_000;

export interface StoredFiring {
  alertId: string;
  at?: number;
  missed?: boolean;
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

/**
 * The browser is closed while a price is above a level for some seconds. Then the service works until
 * the alert has found that: the prices that prove it are asked for with what the rate limit has left.
 */
export async function sleepStep(run: Run): Promise<void> {
  const { driver, service, findings, recoveries, log } = run;
  await collectNotifications(run);
  await closePages(run);
  await pause(SAVE_MS);
  await driver.collect();
  const sleep = { from: Date.now(), to: Infinity };
  findings.sleeps.push(sleep);
  await restartBrowser(run, async () => {
    service.setPrice(BTC_USD, { price: ABOVE_SLEEP_LEVEL, expo: -8 });
    await pause(SPIKE_MS);
    service.setPrice(BTC_USD, { price: BELOW_SLEEP_LEVEL, expo: -8 });
    await pause(SETTLE_MS);
  });
  sleep.to = Date.now();
  await recoveries.live('the sleep', sleep.to, LIVE_MS);
  const tookMs = await timeUntil(sleep.to, PATIENCE_MS, async () => {
    const firings = (await driver.read('local', 'firings')) as StoredFiring[] | undefined;
    return firings?.some((firing) => isIn(sleep, firing)) ?? false;
  });
  log(`  the crossing was ${tookMs === null ? 'not found' : `found in ${tookMs} ms`}`);
  await collectNotifications(run);
}

/** Whether it is about the crossing of a sleep. What only a candle shows has the time of its start. */
export function isIn({ from, to }: Sleep, { alertId, at = 0, missed }: StoredFiring): boolean {
  return alertId === SLEEP_ALERT_ID && at >= (missed ? from - CANDLE_MS : from) && at <= to;
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
