import { createDriver } from './driver.ts';
import { checkRun, type Check } from './checks.ts';
import { runSteps } from './runner.ts';
import { makeSchedule } from './schedule.ts';
import { startSoakService } from './service.ts';

export interface SoakOptions {
  /** The built extension. */
  extensionDir: string;
  /** Used by every browser of the run; the caller removes it. */
  profileDir: string;
  seconds: number;
  /** Of the schedule, the faults' shares and the prices. */
  seed: number;
  log: (line: string) => void;
}

/** One run; the result is what has to hold, each with what broke it. */
export async function runSoak(options: SoakOptions): Promise<Check[]> {
  const { seconds, seed, extensionDir, profileDir } = options;
  const startedAt = Date.now();
  const log = (line: string): void => {
    options.log(`${((Date.now() - startedAt) / 1_000).toFixed(1).padStart(6)} s  ${line}`);
  };
  log(`seed ${seed}, ${seconds} s`);
  const service = await startSoakService(seed);
  const driver = createDriver(extensionDir, profileDir);
  try {
    const seen = await runSteps({
      service,
      driver,
      seed,
      steps: makeSchedule(seed, seconds),
      endsAt: startedAt + 1.5 * seconds * 1_000,
      log,
    });
    log(`this machine's timers were up to ${seen.lagMs} ms late`);
    return checkRun(seen);
  } finally {
    if (driver.isOpen()) await driver.close();
    await service.stop();
  }
}
