import type { Driver } from './driver.ts';
import type { Observations } from './observations.ts';
import { createRun, look, lookAway, openBrowser, takeNotifications, type Run } from './run.ts';
import { startSampling } from './sampling.ts';
import type { Step } from './schedule.ts';
import type { SoakService } from './service.ts';
import { ALERT_ID } from './settings.ts';
import { describeStep } from './step-words.ts';
import { takeStep } from './steps.ts';

const START_MS = 20_000;

interface RunOptions {
  service: SoakService;
  driver: Driver;
  seed: number;
  steps: readonly Step[];
  /** Unix milliseconds after which no further step begins. */
  endsAt: number;
  log: (line: string) => void;
}

/** Goes through the steps and tells what was seen. The browser is closed at the end. */
export async function runSteps(options: RunOptions): Promise<Observations> {
  const { service, driver, steps, log } = options;
  const run = createRun(options, options.seed);
  const { settings, troubles, recoveries, notes } = run;
  const sampler = startSampling(service);

  await openBrowser(run);
  await driver.write('local', settings.current);
  await look(run);
  await recoveries.live('the start', Date.now(), START_MS);
  for (const step of steps) {
    if (Date.now() >= options.endsAt) break;
    log(describeStep(step));
    await takeStep(run, step);
  }
  await takeNotifications(run);
  await driver.collect();
  const stored = await readSettings(run);
  const firings = await driver.read('local', 'firings');
  await lookAway(run);
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
    looks: notes.looks,
    changes: driver.changes,
    views: driver.views,
    clockSteps: notes.clockSteps,
    distrusts: notes.distrusts,
    deaths: notes.deaths,
    starts: notes.starts,
    lagMs: sampler.lagMs(),
    settings: stored,
    crossings: notes.crossings,
    alertId: ALERT_ID,
    firings: Array.isArray(firings) ? firings : [],
    notifications: notes.notifications,
    pageErrors: [...driver.pageErrors, ...notes.lost],
  };
}

async function readSettings({ settings, driver }: Run): Promise<Observations['settings']> {
  const found = [];
  for (const [key, wanted] of Object.entries(settings.current)) {
    found.push({ key, wanted, found: ofTheUser(key, await driver.read('local', key)) });
  }
  return found;
}

/** Without what the background itself notes in it. */
function ofTheUser(key: string, value: unknown): unknown {
  if (key !== 'trust' || typeof value !== 'object') return value;
  return { ...value, setsInUse: {} };
}
