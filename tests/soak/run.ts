import { createRandom, hash32 } from '../price-service/hash.ts';
import { commandItems } from '../tools/worker-commands.ts';
import type { Driver } from './driver.ts';
import type { ClockStep, Distrust, PageSpan, Sleep } from './observations.ts';
import { createRecoveries, type Recoveries } from './recoveries.ts';
import type { SoakService } from './service.ts';
import { createUserSettings, type UserSettings } from './settings.ts';
import { createTroubles, type Troubles } from './troubles.ts';

/** What the steps of every run work with, and what they record for the checks. */
export interface UserRun {
  driver: Driver;
  log: (line: string) => void;
  findings: Findings;
}

export interface Findings {
  pageSpans: PageSpan[];
  deaths: number[];
  starts: number[];
  clockSteps: ClockStep[];
  distrusts: Distrust[];
  /** Sentences about what a step waited for and did not get. */
  lost: string[];
  notifications: string[];
  /** How often a price crossed the alert's level. */
  crossings: number;
  sleeps: Sleep[];
}

/** A run with one service. */
export interface Run extends UserRun {
  service: SoakService;
  settings: UserSettings;
  troubles: Troubles;
  recoveries: Recoveries;
}

export function createRun(
  {
    service,
    historyUrl,
    driver,
    log,
  }: Pick<Run, 'service' | 'driver' | 'log'> & { historyUrl: string },
  seed: number,
): Run {
  const random = createRandom(hash32(seed, 0xfa17));
  return {
    service,
    driver,
    log,
    settings: createUserSettings(service.url, random, historyUrl),
    troubles: createTroubles(service, random),
    recoveries: createRecoveries(driver, service, log),
    findings: noFindings(),
  };
}

export function noFindings(): Findings {
  return {
    pageSpans: [],
    deaths: [],
    starts: [],
    clockSteps: [],
    distrusts: [],
    lost: [],
    notifications: [],
    crossings: 0,
    sleeps: [],
  };
}

export async function openBrowser({ driver, findings }: UserRun): Promise<void> {
  await driver.open();
  findings.starts.push(Date.now());
}

/**
 * Closes the browser, opens it again after `meanwhile`, and opens the popup. The clock is then right,
 * which is a clock step if it was wrong before.
 */
export async function restartBrowser(
  run: Run,
  meanwhile: () => Promise<unknown> = () => Promise.resolve(),
): Promise<void> {
  const { driver, findings } = run;
  const { clockOffsetMs } = driver;
  endPageSpan(run);
  findings.deaths.push(Date.now());
  await driver.close();
  await meanwhile();
  await openBrowser(run);
  if (clockOffsetMs !== 0) {
    const at = Date.now();
    findings.clockSteps.push({ at, stepMs: -clockOffsetMs, streamsFrom: at, correctedMs: 0 });
  }
  await openPopup(run);
}

export async function openPopup({ driver, findings }: UserRun): Promise<void> {
  findings.pageSpans.push({ from: Date.now(), to: Infinity });
  await driver.openPopup();
}

export async function closePages(run: UserRun): Promise<void> {
  await run.driver.collect();
  endPageSpan(run);
  await run.driver.closePages();
}

export async function killWorker({ driver, findings, log }: UserRun): Promise<void> {
  findings.deaths.push(Date.now());
  await driver.killWorker();
  log('  worker killed');
}

export async function collectNotifications({ driver, findings }: UserRun): Promise<void> {
  findings.notifications.push(...(await driver.collectNotifications()));
}

/** When the extension says it will retry, unix milliseconds of true time; 0: it does not say. */
export async function announcedAttempt({ driver }: Run): Promise<number> {
  const state = await driver.read('session', 'connectionState');
  const at = (state as { nextAttemptAt?: number | null } | undefined)?.nextAttemptAt ?? null;
  return at === null ? 0 : at - driver.clockOffsetMs;
}

/** The user presses Refresh. */
export async function pressRefresh({ driver }: Run): Promise<void> {
  await driver.write('session', commandItems('refresh', Date.now() + driver.clockOffsetMs));
}

/** The user answers why prices seem late. */
export async function pressClockIsFast({ driver }: Run): Promise<void> {
  await driver.write('session', commandItems('clock-is-fast', Date.now() + driver.clockOffsetMs));
}

function endPageSpan({ findings }: UserRun): void {
  const last = findings.pageSpans.at(-1);
  if (last && last.to === Infinity) last.to = Date.now();
}
