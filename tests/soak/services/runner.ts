import { createRandom, hash32 } from '../../price-service/hash.ts';
import { awaitFirings } from '../crossings.ts';
import type { Driver } from '../driver.ts';
import { BTC_USD, ETH_USD, EUR_USD, SOL_USD } from '../feeds.ts';
import type { Observations, Pause } from '../observations.ts';
import { isSignOfLife, timeUntil } from '../recoveries.ts';
import { closePages, collectNotifications, openBrowser } from '../run.ts';
import { readSettings } from '../runner.ts';
import { startSampling } from '../sampling.ts';
import { ALERT_ID } from '../settings.ts';
import type { SoakServices } from './group.ts';
import type { ServiceLog, ServicesObservations } from './observations.ts';
import { planTroubles } from './plan.ts';
import { describeUserStep, openPage, playStep } from './play-steps.ts';
import { playTroubles } from './play-troubles.ts';
import { createServicesRun, type ServicesRun } from './run.ts';
import { serviceIdOf } from './settings.ts';
import { userSteps } from './user-steps.ts';

const START_MS = 20_000;

/** The names of the rows, by feed id. */
export const ROW_NAMES: Readonly<Record<string, string>> = {
  [BTC_USD]: 'BTC/USD',
  [ETH_USD]: 'ETH/USD',
  [EUR_USD]: 'EUR/USD',
  [SOL_USD]: 'SOL/USD',
};

interface RunOptions {
  services: SoakServices;
  driver: Driver;
  seed: number;
  seconds: number;
  /** When the log began, unix milliseconds. */
  startedAt: number;
  log: (line: string) => void;
}

/** Runs the services and the user side by side. Returns what was observed. */
export async function runServices(options: RunOptions): Promise<ServicesObservations> {
  const { services, driver, seed, seconds } = options;
  const run = createServicesRun(options);
  const samplers = services.all.map(startSampling);
  await openBrowser(run);
  await driver.write('local', run.settings.current);
  await openPage(run);
  await awaitSign(run, 'No price came after the start.');
  const endsAt = Date.now() + seconds * 1_000;
  const troubles = playTroubles(run, planTroubles(seed, services.all.length, seconds));
  await playSteps(run, seed, endsAt);
  await troubles;
  await awaitSign(run, 'No price came at the end.');
  await awaitFirings(run);
  const ends = await readEnd(run);
  await closePages(run);
  await driver.close();
  const samples = samplers.map((sampler) => sampler.stop());
  return {
    startedAt: options.startedAt,
    services: services.all.map((_, place) => serviceLog(run, place, samples[place] ?? [])),
    ...run.findings,
    ...ends,
    changes: driver.changes,
    views: driver.views,
    edits: run.edits,
    lagMs: Math.max(...samplers.map((sampler) => sampler.lagMs())),
    alertId: ALERT_ID,
    signed: services.signed(),
    names: ROW_NAMES,
    pageErrors: [...driver.pageErrors, ...run.findings.lost],
  };
}

async function playSteps(run: ServicesRun, seed: number, endsAt: number): Promise<void> {
  const random = createRandom(hash32(seed, 0x57e9));
  for (const step of userSteps(seed)) {
    if (Date.now() >= endsAt) return;
    const line = describeUserStep(step);
    if (line !== null) run.log(line);
    await playStep(run, step, random);
  }
}

async function awaitSign({ driver, findings }: ServicesRun, otherwise: string): Promise<void> {
  const since = Date.now();
  const tookMs = await timeUntil(since, START_MS, async () => {
    await driver.collect();
    return driver.changes.some(
      ({ key, at, isFirst }) => !isFirst && at >= since && isSignOfLife(key),
    );
  });
  if (tookMs === null) findings.lost.push(otherwise);
}

async function readEnd(run: ServicesRun): Promise<Pick<Observations, 'settings' | 'firings'>> {
  const { driver } = run;
  await collectNotifications(run);
  await driver.collect();
  const settings = await readSettings(driver, run.settings.current);
  const firings = await driver.read('local', 'firings');
  return { settings, firings: Array.isArray(firings) ? firings : [] };
}

function serviceLog(
  { services, troubles, settings, tokenEdits }: ServicesRun,
  place: number,
  samples: ServiceLog['samples'],
): ServiceLog {
  const { all = [], penalties = [], refusals = [] } = troubles[place] ?? {};
  return {
    id: serviceIdOf(place),
    name: `service ${place + 1}`,
    origin: services.all[place]?.url ?? '',
    requests: services.all[place]?.requests() ?? [],
    troubles: all,
    penalties,
    refusals: refusals.map((refusal) => untilEdit(refusal, tokenEdits[place] ?? [])),
    samples,
    secrets: settings.secretsOf(place),
  };
}

/** The user may have changed the token meanwhile, and then it counts as not refused yet. */
function untilEdit({ from, to }: Pause, edits: readonly number[]): Pause {
  return { from, to: Math.min(to, ...edits.filter((at) => at > from)) };
}
