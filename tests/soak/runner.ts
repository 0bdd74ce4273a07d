import type { Driver } from './driver.ts';
import type { Observations } from './observations.ts';
import { closePages, collectNotifications, createRun, openBrowser, openPopup } from './run.ts';
import { startSampling } from './sampling.ts';
import type { Step } from './step.ts';
import type { SoakService } from './service.ts';
import { ALERT_ID } from './settings.ts';
import { describeStep } from './step.ts';
import { runStep } from './steps.ts';

const START_MS = 20_000;

interface RunOptions {
  service: SoakService;
  /** Of a service of candles that agrees, and is always there. */
  historyUrl: string;
  driver: Driver;
  seed: number;
  steps: readonly Step[];
  /** Unix milliseconds after which no further step begins. */
  endsAt: number;
  log: (line: string) => void;
}

/** Runs the steps and returns what was observed. The browser is closed at the end. */
export async function runSteps(options: RunOptions): Promise<Observations> {
  const { service, driver, steps, log } = options;
  const run = createRun(options, options.seed);
  const { settings, troubles, recoveries, findings } = run;
  const sampler = startSampling(service);

  await openBrowser(run);
  await driver.write('local', settings.current);
  await openPopup(run);
  await recoveries.live('the start', Date.now(), START_MS);
  for (const step of steps) {
    if (Date.now() >= options.endsAt) break;
    log(describeStep(step));
    await runStep(run, step);
  }
  await collectNotifications(run);
  await driver.collect();
  const stored = await readSettings(driver, settings.current);
  const firings = await driver.read('local', 'firings');
  await closePages(run);
  await driver.close();
  const samples = sampler.stop();

  return {
    arrivals: service.requests().map(({ at, endedAt, path, status }) => ({
      at,
      endedAt,
      path,
      status,
    })),
    troubles: troubles.all,
    penalties: troubles.penalties,
    refusals: troubles.refusals,
    recoveries: recoveries.all,
    samples,
    pageSpans: findings.pageSpans,
    changes: driver.changes,
    views: driver.views,
    clockSteps: findings.clockSteps,
    distrusts: findings.distrusts,
    deaths: findings.deaths,
    starts: findings.starts,
    lagMs: sampler.lagMs(),
    settings: stored,
    crossings: findings.crossings,
    sleeps: findings.sleeps,
    alertId: ALERT_ID,
    firings: Array.isArray(firings) ? firings : [],
    notifications: findings.notifications,
    pageErrors: [...driver.pageErrors, ...findings.lost],
  };
}

/** @param current by storage key, as the user set it */
export async function readSettings(
  driver: Driver,
  current: Readonly<Record<string, unknown>>,
): Promise<Observations['settings']> {
  const found = [];
  for (const [key, wanted] of Object.entries(current)) {
    found.push({ key, wanted, found: withoutOwnNotes(key, await driver.read('local', key)) });
  }
  return found;
}

/** Leaves out what the background itself stores in the value. */
function withoutOwnNotes(key: string, value: unknown): unknown {
  if (key !== 'trust' || typeof value !== 'object') return value;
  return { ...value, setsInUse: {} };
}
