import { createRandom, hash32 } from '../price-service/hash.ts';
import { commandItems } from '../tools/worker-commands.ts';
import type { Driver } from './driver.ts';
import type { ClockStep, Distrust, Look } from './observations.ts';
import { createRecoveries, type Recoveries } from './recoveries.ts';
import type { SoakService } from './service.ts';
import { createUserSettings, type UserSettings } from './settings.ts';
import { createTroubles, type Troubles } from './troubles.ts';

/** What the steps of a run work with, and what they note for the checks. */
export interface Run {
  service: SoakService;
  driver: Driver;
  settings: UserSettings;
  troubles: Troubles;
  recoveries: Recoveries;
  log: (line: string) => void;
  notes: {
    looks: Look[];
    deaths: number[];
    starts: number[];
    clockSteps: ClockStep[];
    distrusts: Distrust[];
    /** What a step waited for in vain, in sentences. */
    lost: string[];
    notifications: string[];
    /** How often a price went through the alert's level. */
    crossings: number;
  };
}

export function createRun(
  { service, driver, log }: Pick<Run, 'service' | 'driver' | 'log'>,
  seed: number,
): Run {
  const random = createRandom(hash32(seed, 0xfa17));
  return {
    service,
    driver,
    log,
    settings: createUserSettings(service.url, random),
    troubles: createTroubles(service, random),
    recoveries: createRecoveries(driver, service, log),
    notes: {
      looks: [],
      deaths: [],
      starts: [],
      clockSteps: [],
      distrusts: [],
      lost: [],
      notifications: [],
      crossings: 0,
    },
  };
}

export async function openBrowser({ driver, notes }: Run): Promise<void> {
  await driver.open();
  notes.starts.push(Date.now());
}

/**
 * Closes the browser, opens it again after `meanwhile`, and looks. Its clock is then right, which is
 * a step where it was not before.
 */
export async function restartBrowser(
  run: Run,
  meanwhile: () => Promise<unknown> = () => Promise.resolve(),
): Promise<void> {
  const { driver, notes } = run;
  const { clockOffsetMs } = driver;
  endLook(run);
  notes.deaths.push(Date.now());
  await driver.close();
  await meanwhile();
  await openBrowser(run);
  if (clockOffsetMs !== 0) {
    const at = Date.now();
    notes.clockSteps.push({ at, stepMs: -clockOffsetMs, streamsFrom: at, correctedMs: 0 });
  }
  await look(run);
}

export async function look({ driver, notes }: Run): Promise<void> {
  notes.looks.push({ from: Date.now(), to: Infinity });
  await driver.look();
}

export async function lookAway(run: Run): Promise<void> {
  await run.driver.collect();
  endLook(run);
  await run.driver.lookAway();
}

export async function killWorker({ driver, notes, log }: Run): Promise<void> {
  notes.deaths.push(Date.now());
  await driver.killWorker();
  log('  worker killed');
}

export async function takeNotifications({ driver, notes }: Run): Promise<void> {
  notes.notifications.push(...(await driver.takeNotifications()));
}

/** When the extension announced to try again, unix milliseconds of true time; 0: it did not. */
export async function announcedAttempt({ driver }: Run): Promise<number> {
  const state = await driver.read('session', 'connectionState');
  const at = (state as { nextAttemptAt?: number | null } | undefined)?.nextAttemptAt ?? null;
  return at === null ? 0 : at - driver.clockOffsetMs;
}

/** The user presses Refresh. */
export async function pressRefresh({ driver }: Run): Promise<void> {
  await driver.write('session', commandItems('refresh', Date.now() + driver.clockOffsetMs));
}

function endLook({ notes }: Run): void {
  const last = notes.looks.at(-1);
  if (last && last.to === Infinity) last.to = Date.now();
}
