import { startHistoryService } from '../history-service/server.ts';
import { createPins } from '../price-service/market.ts';
import { findBrowser } from '../tools/browsers.ts';
import { builtExtension } from '../tools/build.ts';
import { createProfile, removeProfile } from '../tools/profiles.ts';
import type { Tally } from '../tools/tally.ts';
import type { Check } from './check.ts';
import { checkRun } from './checks.ts';
import { copyWithSteppableClock } from './clock-instrument.ts';
import { createDriver, type Driver } from './driver.ts';
import { formatChecks } from './report.ts';
import { runSteps } from './runner.ts';
import { makeSchedule } from './schedule.ts';
import { startSoakService } from './service.ts';
import { checkServices } from './services/checks.ts';
import { startSoakServices } from './services/group.ts';
import { inTurn } from './services/in-turn.ts';
import { ROW_NAMES, runServices } from './services/runner.ts';

export interface SoakOptions {
  seconds: number;
  /** For the schedule, the faults and the prices. */
  seed: number;
  /** With several, each fails by a schedule of its own; default 1. */
  services?: number;
  log: (line: string) => void;
}

/**
 * Runs the extension as built last. Logs the table of checks and, after a failure, how to repeat the
 * run.
 *
 * @throws Error if the run itself fails
 */
export async function runSoak(options: SoakOptions): Promise<Tally> {
  const { seconds, seed, services = 1, log } = options;
  const others = services > 1 ? ` --services ${services}` : '';
  const repeat = `Repeat this run with: npm run soak -- --seconds ${seconds} --seed ${seed}${others}`;
  const checks = await checksOf(options).catch((cause: unknown) => {
    log(repeat);
    throw cause;
  });
  log(`\n${formatChecks(checks)}\n`);
  const failed = checks.filter(({ faults }) => faults.length > 0).length;
  if (failed > 0) log(repeat);
  return { passed: checks.length - failed, failed, skipped: 0 };
}

async function checksOf(options: SoakOptions): Promise<Check[]> {
  const { seconds, seed } = options;
  const startedAt = Date.now();
  const log = (line: string): void => {
    options.log(`${((Date.now() - startedAt) / 1_000).toFixed(1).padStart(6)} s  ${line}`);
  };
  log(`seed ${seed}, ${seconds} s`);
  const extensionDir = await copyWithSteppableClock(builtExtension('chromium'));
  const profileDir = await createProfile(findBrowser('chromium'));
  const driver = createDriver(extensionDir, profileDir);
  try {
    const run = (options.services ?? 1) > 1 ? checkSeveral : checkOne;
    return await run({ ...options, log, startedAt }, driver);
  } finally {
    if (driver.isOpen()) await driver.close();
    await removeProfile(profileDir);
  }
}

interface StartedOptions extends SoakOptions {
  /** Unix milliseconds. */
  startedAt: number;
}

async function checkOne(options: StartedOptions, driver: Driver): Promise<Check[]> {
  const { seconds, seed, log, startedAt } = options;
  const endsAt = startedAt + 1.5 * seconds * 1_000;
  const pins = createPins();
  const service = await startSoakService(seed, { pins });
  const history = await startHistoryService({ seed, pins });
  if (service.hidesDates) log('the service hides its Date headers');
  const steps = makeSchedule(seed, seconds);
  try {
    const seen = await runSteps({
      service,
      historyUrl: history.url,
      driver,
      seed,
      steps,
      endsAt,
      log,
    });
    logLag(seen, log);
    return checkRun(seen);
  } finally {
    await Promise.all([service.stop(), history.close()]);
  }
}

async function checkSeveral(options: StartedOptions, driver: Driver): Promise<Check[]> {
  const { seed, services: count = 1, log } = options;
  const services = await startSoakServices(seed, count, Object.keys(ROW_NAMES));
  try {
    const seen = await runServices({ ...options, services, driver: inTurn(driver) });
    logLag(seen, log);
    return checkServices(seen);
  } finally {
    await services.stop();
  }
}

function logLag({ lagMs }: { lagMs: number }, log: (line: string) => void): void {
  log(`this machine's timers were up to ${lagMs} ms late`);
}
