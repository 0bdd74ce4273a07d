import { createRandom, hash32 } from '../price-service/hash.ts';
import { pause, until } from '../tools/until.ts';
import type { Driver } from './driver.ts';
import { SOAK_FAULTS, type SoakFault } from './faults.ts';
import { ETH_USD } from './feeds.ts';
import type { Look, Observations, Recovery, Sample, Trouble } from './observations.ts';
import { describeStep, type Step } from './schedule.ts';
import type { SoakService } from './service.ts';
import { ABOVE_LEVEL, ALERT_ID, BELOW_LEVEL, createUserSettings } from './settings.ts';

const LIVE_MS = 2_000;
const PRICES_MS = 35_000;
const SAMPLE_MS = 100;
const SETTLE_MS = 300;
// Longer than any limit: how late it really was is worth knowing.
const PATIENCE_MS = 25_000;
const LINGER_MS = 5_500;
const MOST_REQUESTS = 10;

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
  const troubles: Trouble[] = [];
  const penalties: { from: number; to: number }[] = [];
  const refusals: { from: number; to: number }[] = [];
  const recoveries: Recovery[] = [];
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
  await recover('the start', Date.now(), 20_000);
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
    troubles,
    penalties,
    refusals,
    recoveries,
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
        return recover(`the settings were edited (${step.what})`, Date.now(), LIVE_MS);
      default:
        return crossingStep();
    }
  }

  async function faultStep(step: Extract<Step, { kind: 'fault' }>): Promise<void> {
    const fault = faultOf(step.fault);
    const end = await begin(step.fault, fault);
    if (step.killAt !== null) {
      await pause(step.seconds * step.killAt * 1_000);
      await kill();
    }
    await pause(step.seconds * (1 - (step.killAt ?? 0)) * 1_000);
    const back = await end();
    if (fault.needsUser) await driver.write('local', settings.editHeaders());
    const announced = fault.isRefusal ? await announcedAttempt() : 0;
    await recover(step.fault, Math.max(back, announced, penaltyEnd()), LIVE_MS);
  }

  async function awayStep(step: Extract<Step, { kind: 'nobody-looks' }>): Promise<void> {
    const fault = faultOf(step.fault);
    await driver.write('local', settings.setMode(step.isLive ? 'live' : 'balanced'));
    await lookAway();
    await pause(LINGER_MS);
    if (step.isKilled) await kill();
    const end = await begin(step.fault, fault);
    await pause(step.seconds * 1_000);
    const back = await end();
    const since = Math.max(back, penaltyEnd());
    const tookMs = await timeUntil(since, PRICES_MS + PATIENCE_MS, () => isServing(since));
    recoveries.push({ after: step.fault, isLooking: false, tookMs, limitMs: PRICES_MS });
    await look();
    await recover('somebody looks again', Date.now(), LIVE_MS + SETTLE_MS);
  }

  async function restartStep(step: Extract<Step, { kind: 'restart' }>): Promise<void> {
    await lookAway();
    deaths.push(Date.now());
    await driver.close();
    const end = step.fault === null ? undefined : await begin(step.fault, faultOf(step.fault));
    await pause(step.seconds * 1_000);
    await driver.open();
    starts.push(Date.now());
    await look();
    await pause(SETTLE_MS);
    notifications.push(...(await driver.takeNotifications()));
    const back = (await end?.()) ?? Date.now();
    const announced = step.fault === null ? 0 : await announcedAttempt();
    await recover('the browser came back', Math.max(back, announced, penaltyEnd()), LIVE_MS);
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

  // ------------------------------------------------------------------------------------ parts

  /** Starts a fault; what it returns ends it and tells when the service was well again. */
  async function begin(name: string, fault: SoakFault): Promise<() => Promise<number>> {
    const trouble: Trouble = { name, from: Date.now(), to: Infinity };
    troubles.push(trouble);
    const end = await fault.begin(service, random);
    return async () => {
      await end();
      trouble.to = Date.now();
      notePauses(trouble, fault);
      return trouble.to;
    };
  }

  function notePauses({ from, to }: Trouble, { penaltyMs, needsUser }: SoakFault): void {
    const answered = service.requests().filter(({ at }) => at >= from && at <= to);
    const refused = answered.filter(({ status }) => status === (penaltyMs ? 429 : -1));
    // The answer goes out at once with the request.
    const first = refused[0];
    if (penaltyMs && first) penalties.push({ from: first.at, to: first.at + penaltyMs });
    if (!needsUser) return;
    const firstRefusal = answered.find(({ status }) => status === 401 || status === 403);
    if (firstRefusal) refusals.push({ from: firstRefusal.at, to });
  }

  function penaltyEnd(): number {
    return penalties.at(-1)?.to ?? 0;
  }

  async function announcedAttempt(): Promise<number> {
    const state = await driver.read('session', 'connectionState');
    return (state as { nextAttemptAt?: number | null } | undefined)?.nextAttemptAt ?? 0;
  }

  /** Waits until prices come live again, counted from `since` or from the limit's last wait. */
  async function recover(after: string, since: number, limitMs: number): Promise<void> {
    const waitMs = since - Date.now() + limitMs + PATIENCE_MS;
    const waitedMs = await timeUntil(since, waitMs, async () => {
      await driver.collect();
      return isLiveSince(since);
    });
    const heldBackMs = lastHeldBack(since, since + (waitedMs ?? 0)) - since;
    const tookMs = waitedMs === null ? null : waitedMs - heldBackMs;
    recoveries.push({ after, isLooking: true, tookMs, limitMs });
    const limit = heldBackMs > 0 ? `, ${heldBackMs} ms of it for the limit of 10 in 10 s` : '';
    log(`  ${waitedMs === null ? 'not live again' : `live ${waitedMs} ms after ${after}${limit}`}`);
  }

  /** When the last request between these moments was sent that used up the limit of 10 in 10 s. */
  function lastHeldBack(from: number, to: number): number {
    const full = driver.changes
      .filter(({ key, at }) => key === 'requestBudget' && at >= from && at <= to)
      .map(({ value }) => (value as { sentAt?: number[] } | null)?.sentAt ?? [])
      .filter(({ length }) => length >= MOST_REQUESTS);
    return full.at(-1)?.at(-1) ?? from;
  }

  /** Said to be live, and heard from the service after that moment. */
  function isLiveSince(since: number): number | false {
    const state = driver.changes.findLast(({ key }) => key === 'connectionState');
    if ((state?.value as { state?: string } | null)?.state !== 'live') return false;
    const heard = driver.changes.find(
      ({ key, at, isFirst }) => at >= since && !isFirst && isSignOfLife(key),
    );
    return heard ? Math.max(heard.at, state?.at ?? 0) : false;
  }

  function isServing(since: number): number | false {
    const answered = service
      .requests()
      .find(({ at, status, path }) => at >= since && status === 200 && path.includes('/price/'));
    if (answered) return answered.at;
    return service.openStreams() > 0 ? Date.now() : false;
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

/** Milliseconds from `since` to the moment that `look` finds (itself, or now); `null`: never. */
async function timeUntil(
  since: number,
  timeoutMs: number,
  look: () => number | boolean | Promise<number | boolean>,
): Promise<number | null> {
  try {
    const found = await until(look, { what: 'it', timeoutMs, everyMs: 50 });
    return Math.max(0, (found === true ? Date.now() : found) - since);
  } catch {
    return null;
  }
}

function isSignOfLife(key: string): boolean {
  return key === 'lastAskedAt' || key.startsWith('latest:');
}

/** Without what the background itself notes in it. */
function ofTheUser(key: string, value: unknown): unknown {
  if (key !== 'trust' || typeof value !== 'object') return value;
  return { ...value, setsInUse: {} };
}

function faultOf(name: string): SoakFault {
  const fault = SOAK_FAULTS[name];
  if (!fault) throw new Error(`no fault is called ${name}`);
  return fault;
}

/** Looks at the service ten times a second and measures how late this machine's timers are. */
function startSampling(service: SoakService): { stop: () => Sample[]; lagMs: () => number } {
  const samples: Sample[] = [];
  let lagMs = 0;
  let lastAt = Date.now();
  const timer = setInterval(() => {
    const at = Date.now();
    lagMs = Math.max(lagMs, at - lastAt - SAMPLE_MS);
    lastAt = at;
    samples.push({ at, openStreams: service.openStreams() });
  }, SAMPLE_MS);
  return {
    stop() {
      clearInterval(timer);
      return samples;
    },
    lagMs: () => lagMs,
  };
}
