import { startHistoryService } from '../history-service/server.ts';
import { builtExtension } from '../tools/build.ts';
import { createProfile, removeProfile } from '../tools/profiles.ts';
import type { Tally } from '../tools/tally.ts';
import { checkRun } from './checks.ts';
import { Driver } from './driver.ts';
import type { Check } from './observations.ts';
import { startSoakServices } from './services.ts';
import { SoakRun } from './soak-run.ts';
import { copyWithSteppableClock } from './steppable-clock.ts';

export interface SoakOptions {
  seconds: number;
  /** For the steps, the faults and the prices. */
  seed: number;
  /** Default 1. */
  services?: number;
  /**
   * Default false: a busy machine fails no check. Nothing may be lost, come twice or be wrong, and the
   * end must be right; how long anything takes is not judged.
   */
  isTimed?: boolean;
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
  const repeat = `Repeat this run with: npm run soak -- --seconds ${seconds} --seed ${seed} --services ${services}`;
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
  const { seconds, seed, services: count = 1, isTimed = false } = options;
  const startedAt = Date.now();
  const log = (line: string): void => {
    options.log(`${((Date.now() - startedAt) / 1_000).toFixed(1).padStart(6)} s  ${line}`);
  };
  log(`seed ${seed}, ${seconds} s, ${count} price service${count > 1 ? 's' : ''}`);
  const extensionDir = await copyWithSteppableClock(builtExtension('chromium'));
  const profileDir = await createProfile('chromium');
  const driver = new Driver(extensionDir, profileDir);
  const services = await startSoakServices(seed, count);
  const history = await startHistoryService({ seed, pins: services.pins });
  try {
    const run = new SoakRun({ services, driver, seed, historyUrl: history.url, log });
    const seen = await run.play(seconds, startedAt);
    log(`this machine's timers were up to ${seen.lagMs} ms late`);
    return checkRun(seen).filter((check) => isTimed || !check.isTimed);
  } finally {
    await driver.close();
    await removeProfile(profileDir);
    await Promise.all([services.stop(), history.close()]);
  }
}

const SHOWN_FAULTS = 8;

/** The table of a run. */
function formatChecks(checks: readonly Check[]): string {
  const width = Math.max(...checks.map(({ what }) => what.length));
  return checks
    .flatMap(({ what, found, faults }) => [
      `${faults.length === 0 ? '✓' : '✗'} ${what.padEnd(width)}  ${found}`,
      ...faults.slice(0, SHOWN_FAULTS).map((fault) => `    ${fault}`),
      ...(faults.length > SHOWN_FAULTS ? [`    … ${faults.length - SHOWN_FAULTS} more`] : []),
    ])
    .join('\n');
}
