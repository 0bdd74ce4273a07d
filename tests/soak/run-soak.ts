import { findBrowser } from '../tools/browsers.ts';
import { builtExtension } from '../tools/build.ts';
import { createProfile, removeProfile } from '../tools/profiles.ts';
import type { Tally } from '../tools/tally.ts';
import type { Check } from './check.ts';
import { checkRun } from './checks.ts';
import { copyWithSteppableClock } from './clock-instrument.ts';
import { createDriver } from './driver.ts';
import { formatChecks } from './report.ts';
import { runSteps } from './runner.ts';
import { makeSchedule } from './schedule.ts';
import { startSoakService } from './service.ts';

export interface SoakOptions {
  seconds: number;
  /** For the schedule, the faults and the prices. */
  seed: number;
  log: (line: string) => void;
}

/**
 * Runs the extension as built last. Logs the table of checks and, after a failure, how to repeat the
 * run.
 *
 * @throws Error if the run itself fails
 */
export async function runSoak(options: SoakOptions): Promise<Tally> {
  const { seconds, seed, log } = options;
  const repeat = `Repeat this run with: npm run soak -- --seconds ${seconds} --seed ${seed}`;
  const checks = await checksOf(options).catch((cause: unknown) => {
    log(repeat);
    throw cause;
  });
  log(`\n${formatChecks(checks)}\n`);
  const failed = checks.filter(({ faults }) => faults.length > 0).length;
  if (failed > 0) log(repeat);
  return { passed: checks.length - failed, failed, skipped: 0 };
}

async function checksOf({ seconds, seed, log }: SoakOptions): Promise<Check[]> {
  const startedAt = Date.now();
  const stamped = (line: string): void => {
    log(`${((Date.now() - startedAt) / 1_000).toFixed(1).padStart(6)} s  ${line}`);
  };
  stamped(`seed ${seed}, ${seconds} s`);
  const extensionDir = await copyWithSteppableClock(builtExtension('chromium'));
  const profileDir = await createProfile(findBrowser('chromium', { install: false }));
  const service = await startSoakService(seed);
  if (service.hidesDates) stamped('the service hides its Date headers');
  const driver = createDriver(extensionDir, profileDir);
  try {
    const seen = await runSteps({
      service,
      driver,
      seed,
      steps: makeSchedule(seed, seconds),
      endsAt: startedAt + 1.5 * seconds * 1_000,
      log: stamped,
    });
    stamped(`this machine's timers were up to ${seen.lagMs} ms late`);
    return checkRun(seen);
  } finally {
    if (driver.isOpen()) await driver.close();
    await service.stop();
    await removeProfile(profileDir);
  }
}
