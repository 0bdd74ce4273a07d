import { createRandom, hash32 } from '../price-service/hash.ts';
import { pause } from '../tools/until.ts';
import type { Driver } from './driver.ts';
import { ETH_USD } from './feeds.ts';
import type { Look, Observations } from './observations.ts';
import { createRecoveries, LIVE_MS, PATIENCE_MS, timeUntil } from './recoveries.ts';
import { startSampling } from './sampling.ts';
import { describeStep, type Step } from './schedule.ts';
import type { SoakService } from './service.ts';
import { ABOVE_LEVEL, ALERT_ID, BELOW_LEVEL, createUserSettings } from './settings.ts';
import { createTroubles, faultOf } from './troubles.ts';

const SETTLE_MS = 300;
const LINGER_MS = 5_500;

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
  const random = createRandom(hash32(options.seed, 0xfa17));
  const settings = createUserSettings(service.url, random);
  const troubles = createTroubles(service, random);
  const recoveries = createRecoveries(driver, service, log);
  const looks: Look[] = [];
  const deaths: number[] = [];
  const starts: number[] = [];
  const lostInSteps: string[] = [];
  const notifications: string[] = [];
  let crossings = 0;
  const sampler = startSampling(service);

  await driver.open();
  starts.push(Date.now());
  await driver.write('local', settings.current);
  await look();
  await recoveries.live('the start', Date.now(), 20_000);
  for (const step of steps) {
    if (Date.now() >= options.endsAt) break;
    log(describeStep(step));
    await takeStep(step);
  }
  notifications.push(...(await driver.takeNotifications()));
  await driver.collect();
  const stored = await readSettings();
  const firings = await driver.read('local', 'firings');
  await lookAway();
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
    looks,
    changes: driver.changes,
    deaths,
    starts,
    lagMs: sampler.lagMs(),
    settings: stored,
    crossings,
    alertId: ALERT_ID,
    firings: Array.isArray(firings) ? firings : [],
    notifications,
    pageErrors: [...driver.pageErrors, ...lostInSteps],
  };

  async function takeStep(step: Step): Promise<void> {
    switch (step.kind) {
      case 'fault':
        return faultStep(step);
      case 'nobody-looks':
        return awayStep(step);
      case 'restart':
        return restartStep(step);
      case 'edit':
        await driver.write('local', settings.edit(step.what));
        return recoveries.live(`the settings were edited (${step.what})`, Date.now(), LIVE_MS);
      default:
        return crossingStep();
    }
  }

  async function faultStep(step: Extract<Step, { kind: 'fault' }>): Promise<void> {
    const fault = faultOf(step.fault);
    const end = await troubles.begin(step.fault);
    if (step.killAt !== null) {
      await pause(step.seconds * step.killAt * 1_000);
      await kill();
    }
    await pause(step.seconds * (1 - (step.killAt ?? 0)) * 1_000);
    const back = await end();
    if (fault.needsUser) await driver.write('local', settings.editHeaders());
    const announced = fault.isRefusal ? await announcedAttempt() : 0;
    await recoveries.live(step.fault, Math.max(back, announced, troubles.penaltyEnd()), LIVE_MS);
  }

  async function awayStep(step: Extract<Step, { kind: 'nobody-looks' }>): Promise<void> {
    await driver.write('local', settings.setMode(step.isLive ? 'live' : 'balanced'));
    await lookAway();
    await pause(LINGER_MS);
    if (step.isKilled) await kill();
    const end = await troubles.begin(step.fault);
    await pause(step.seconds * 1_000);
    const back = await end();
    await recoveries.unseen(step.fault, Math.max(back, troubles.penaltyEnd()));
    await look();
    await recoveries.live('somebody looks again', Date.now(), LIVE_MS + SETTLE_MS);
  }

  async function restartStep(step: Extract<Step, { kind: 'restart' }>): Promise<void> {
    // They go with the browser.
    notifications.push(...(await driver.takeNotifications()));
    await lookAway();
    deaths.push(Date.now());
    await driver.close();
    const end = step.fault === null ? undefined : await troubles.begin(step.fault);
    await pause(step.seconds * 1_000);
    await driver.open();
    starts.push(Date.now());
    await look();
    await pause(SETTLE_MS);
    notifications.push(...(await driver.takeNotifications()));
    const back = (await end?.()) ?? Date.now();
    const announced = step.fault === null ? 0 : await announcedAttempt();
    const since = Math.max(back, announced, troubles.penaltyEnd());
    await recoveries.live('the browser came back', since, LIVE_MS);
  }

  /** Below the level, then above it: one firing. */
  async function crossingStep(): Promise<void> {
    for (const price of [BELOW_LEVEL, ABOVE_LEVEL]) {
      service.setPrice(ETH_USD, { price, expo: -8 });
      const tookMs = await timeUntil(Date.now(), PATIENCE_MS, async () => {
        await driver.collect();
        const last = driver.changes.findLast(({ key }) => key === `latest:${ETH_USD}`);
        return (last?.value as { price?: string } | undefined)?.price === price;
      });
      if (tookMs === null) {
        lostInSteps.push('A price of the service did not reach storage.');
        return;
      }
    }
    crossings += 1;
    await pause(SETTLE_MS);
    notifications.push(...(await driver.takeNotifications()));
  }

  async function announcedAttempt(): Promise<number> {
    const state = await driver.read('session', 'connectionState');
    return (state as { nextAttemptAt?: number | null } | undefined)?.nextAttemptAt ?? 0;
  }

  async function look(): Promise<void> {
    looks.push({ from: Date.now(), to: Infinity });
    await driver.look();
  }

  async function lookAway(): Promise<void> {
    await driver.collect();
    const last = looks.at(-1);
    if (last && last.to === Infinity) last.to = Date.now();
    await driver.lookAway();
  }

  async function kill(): Promise<void> {
    deaths.push(Date.now());
    await driver.killWorker();
    log('  worker killed');
  }

  async function readSettings(): Promise<Observations['settings']> {
    const found = [];
    for (const [key, wanted] of Object.entries(settings.current)) {
      found.push({ key, wanted, found: ofTheUser(key, await driver.read('local', key)) });
    }
    return found;
  }
}

/** Without what the background itself notes in it. */
function ofTheUser(key: string, value: unknown): unknown {
  if (key !== 'trust' || typeof value !== 'object') return value;
  return { ...value, setsInUse: {} };
}
