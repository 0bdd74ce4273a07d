import type { ClockSkew } from '../../lib/domain/prices/clock-skew.ts';
import { createRandom, hash32 } from '../price-service/hash.ts';
import { latestKey } from '../tools/latest-price.ts';
import { pause, until } from '../tools/until.ts';
import { unversioned } from '../tools/unversioned.ts';
import { commandItems } from '../tools/worker-commands.ts';
import { ON_ITS_WAY_MS } from './check-requests.ts';
import { pick, shuffle } from './chance.ts';
import { isSignOfLife } from './check-availability.ts';
import { hasFailed, hasWrongAge, isUnverifiedView, isVerifiedView } from './check-views.ts';
import type { Driver, View } from './driver.ts';
import { AWAY, faultOf, FAULTS } from './faults.ts';
import { BTC_USD, ETH_USD } from './feeds.ts';
import type {
  ClockStep,
  Distrust,
  Observations,
  ServiceLog,
  Span,
  StoredFiring,
} from './observations.ts';
import type { SoakService, SoakServices } from './services.ts';
import {
  ALERT_ID,
  isIn,
  LEVEL,
  serviceIdOf,
  SLEEP_LEVEL,
  UserSettings,
  type Edit,
} from './settings.ts';
import { Troubles, type ServiceTroubles } from './troubles.ts';

/** Longer than any limit, so that the report shows how late something was. */
const PATIENCE_MS = 60_000;
const SETTLE_MS = 300;
const CLOCK_STEP_MS = 90_000;
// The skew is stored in whole seconds, and one of less than 3 s counts as none.
const SAME_SKEW_MS = 3_500;
/** Longer than a second, the precision of signed prices. */
const SPIKE_MS = 4_000;
/** The last prices are saved this long after the last page closed. They show when an absence began. */
const SAVE_MS = 6_000;
// Long enough for the worker and the page to show something, and for some views of it.
const SHOWN_MS = 4_000;

type Step = (run: SoakRun) => Promise<void>;

/** What the user or the browser does, by the name that the log shows. */
const STEPS: Readonly<Record<string, Step>> = {
  'a price crosses the level of an alert': (run) => run.crossing(false),
  'a price crosses the level of an alert, worker killed': (run) => run.crossing(true),
  'worker killed': (run) => run.kill(),
  'settings edited': (run) => run.edit(),
  'no page open': (run) => run.noPage(),
  'browser restarted': (run) => run.restart(),
};

/** Those for which nothing else may be wrong with the service, nor with the clock. */
const ALONE_STEPS: Readonly<Record<string, Step>> = {
  'browser closed while a price crosses a level and comes back': (run) => run.sleep(),
  'signers removed while the service is away; worker and browser ended': (run) => run.distrust(),
  'clock stepped at a crossing': (run) => run.clockAtCrossing(),
  'clock stepped in a pause': (run) => run.clockInPause(),
};

/** Those for which nothing else may be wrong with the services. */
const SEVERAL_STEPS: Readonly<Record<string, Step>> = {
  'all services but one away': (run) => run.outage(1),
  'all services away': (run) => run.outage(0),
};

interface RunOptions {
  services: SoakServices;
  driver: Driver;
  /** A history service that agrees with the prices and is always reachable. */
  historyUrl: string;
  seed: number;
  log: (line: string) => void;
}

/** The services fail while the user acts. */
export class SoakRun {
  readonly #services: SoakServices;
  readonly #driver: Driver;
  readonly #seed: number;
  readonly #log: (line: string) => void;
  readonly #random: () => number;
  readonly #settings: UserSettings;
  readonly #troubles: Troubles;
  readonly #isAlone: boolean;
  #kills = 0;
  /** What was observed so far. */
  readonly #seen = {
    pageSpans: new Array<Span>(),
    deaths: new Array<number>(),
    starts: new Array<number>(),
    edits: new Array<number>(),
    clockSteps: new Array<ClockStep>(),
    distrusts: new Array<Distrust>(),
    sleeps: new Array<Span>(),
    notifications: new Array<string>(),
    errors: new Array<string>(),
    crossings: 0,
  };
  /** When the user changed the token of a service, by its place. */
  readonly #tokenEdits: number[][];

  constructor({ services, driver, historyUrl, seed, log }: RunOptions) {
    this.#services = services;
    this.#driver = driver;
    this.#seed = seed;
    this.#log = log;
    this.#random = createRandom(hash32(seed, 0x57e9));
    const urls = services.all.map(({ url }) => url);
    this.#settings = new UserSettings(urls, historyUrl, createRandom(hash32(seed, 0x5e77)));
    this.#troubles = new Troubles(services.all, seed, {
      log,
      beforePause: (service) => this.#awaitRoom(service),
      inPause: (troubles) => this.#tryPause(troubles),
      editToken: (place) => this.#editToken(place),
    });
    this.#isAlone = services.all.length === 1;
    this.#tokenEdits = urls.map(() => []);
  }

  /**
   * Plays whole rounds of all steps until the seconds are over. The browser is closed at the end.
   *
   * @param startedAt when the log began, unix milliseconds
   */
  async play(seconds: number, startedAt: number): Promise<Observations> {
    await this.#driver.open();
    this.#seen.starts.push(Date.now());
    await this.#driver.write('local', this.#settings.current);
    await this.#openPopup();
    await this.#awaitPrices('after the start');
    const endsAt = Date.now() + seconds * 1_000;
    const troubles = this.#troubles.play(this.#seed, seconds);
    const steps = { ...STEPS, ...(this.#isAlone ? ALONE_STEPS : SEVERAL_STEPS) };
    while (Date.now() < endsAt) {
      for (const [name, step] of shuffle(Object.entries(steps), this.#random)) {
        await pause(200 + 800 * this.#random());
        this.#log(name);
        const release = name in STEPS ? undefined : await this.#troubles.quiet();
        if (name in ALONE_STEPS) await this.#restoreClock();
        await step(this);
        release?.();
      }
    }
    this.#troubles.end();
    await troubles;
    await this.#awaitPrices('at the end');
    if ((await this.#shown(isVerifiedView)) === null) {
      this.#seen.errors.push('Not all prices were shown as verified at the end.');
    }
    await this.#awaitFirings();
    const ends = await this.#readEnd();
    await this.#closePages();
    await this.#driver.close();
    return { ...this.#observations(startedAt), ...ends };
  }

  /** A price crosses the alert's level: one firing. */
  async crossing(isKilled: boolean): Promise<void> {
    // An unverified price after verified ones triggers nothing.
    const release = this.#isAlone ? await this.#troubles.quiet() : () => undefined;
    await this.#crossLevel(() => (isKilled ? this.kill() : Promise.resolve()));
    // Chromium closes a notification by itself after eight seconds.
    await this.#awaitFirings();
    release();
  }

  async kill(): Promise<void> {
    // It ends at some time in between.
    this.#seen.deaths.push(Date.now());
    await this.#driver.killWorker();
    this.#seen.deaths.push(Date.now());
  }

  async edit(): Promise<void> {
    const what = pick<Edit>(['watchlist', 'headers', 'mode', 'alerts'], this.#random);
    this.#log(`  ${what}`);
    if (what === 'headers')
      return this.#editToken(pick([...this.#tokenEdits.keys()], this.#random));
    await this.#write(this.#settings.edit(what));
  }

  async noPage(): Promise<void> {
    await this.#closePages();
    // A stream outlives the last page by five seconds.
    await pause(5_500 + 2_000 * this.#random());
    if (this.#random() < 0.7) await this.kill();
    const release = this.#isAlone ? await this.#troubles.quiet() : () => undefined;
    await pause(2_000);
    const since = Date.now();
    const tookMs = await timeUntil(since, PATIENCE_MS, () =>
      this.#services.all.some(({ openStreams, requests }) => {
        const polled = requests.some(
          ({ at, status, path }) => at > since && status === 200 && path.includes('/price/'),
        );
        return openStreams > 0 || polled;
      }),
    );
    if (tookMs === null) this.#seen.errors.push('No service was asked for prices without a page.');
    release();
    await this.#openPopup();
  }

  async restart(): Promise<void> {
    const release = this.#isAlone ? await this.#troubles.quiet() : () => undefined;
    await this.#restoreClock();
    release();
    await this.#restartBrowser(() => pause(1_500 * this.#random()));
    await pause(SETTLE_MS);
  }

  /**
   * The browser is closed while a price is above a level for some seconds. Then the service works
   * until the alert has found that: the prices that prove it are asked for with what the rate limit
   * has left.
   */
  async sleep(): Promise<void> {
    await this.#closePages();
    await pause(SAVE_MS);
    const sleep: Span = { from: Date.now(), to: Infinity };
    this.#seen.sleeps.push(sleep);
    await this.#restartBrowser(async () => {
      this.#services.setPrice(BTC_USD, { price: SLEEP_LEVEL.above, expo: -8 });
      await pause(SPIKE_MS);
      this.#services.setPrice(BTC_USD, { price: SLEEP_LEVEL.below, expo: -8 });
      await pause(SETTLE_MS);
    });
    sleep.to = Date.now();
    const tookMs = await timeUntil(sleep.to, PATIENCE_MS, async () => {
      const firings = unversioned(await this.#driver.read('local', 'firings')) as StoredFiring[];
      return firings.some((firing) => isIn(sleep, firing)) ?? false;
    });
    this.#log(`  the crossing was ${tookMs === null ? 'not found' : `found in ${tookMs} ms`}`);
    await this.#collectNotifications();
  }

  /**
   * The services' signers are removed and added again. While the services are away no new price hides
   * what is shown of the old ones: by this worker, by the next one, and by the next browser from its
   * snapshot.
   */
  async distrust(): Promise<void> {
    // A false signature is shown for half a minute.
    await this.#shown((view) => isVerifiedView(view) || hasFailed(view));
    const ends = await this.#failAll(AWAY, this.#troubles.byService);
    await this.#write(this.#settings.setTrust(false));
    const distrust: Distrust = { removedAt: Date.now(), addedAt: Infinity, verifiedMs: null };
    this.#seen.distrusts.push(distrust);
    await pause(SHOWN_MS);
    await this.kill();
    await pause(SHOWN_MS / 2);
    await this.#restartBrowser(() => Promise.resolve());
    await this.#shown(({ rows }) => rows.length > 0);
    const askedAt = await this.#driver.read('session', 'lastAskedAt');
    await ends();
    // How soon the service is in use again is another check.
    const isAsked = async () => (await this.#driver.read('session', 'lastAskedAt')) !== askedAt;
    await timeUntil(Date.now(), PATIENCE_MS, isAsked);
    if ((await this.#shown(isUnverifiedView)) === null) {
      this.#seen.errors.push(
        'Prices were not shown as unverified after their signers were removed.',
      );
    }
    distrust.addedAt = Date.now();
    await this.#write(this.#settings.setTrust(true));
    distrust.verifiedMs = await this.#shown(isVerifiedView);
    this.#log(`  verified ${distrust.verifiedMs} ms after the signers were added again`);
  }

  /** The local clock is stepped, and the worker may die, between the prices of a crossing. */
  async clockAtCrossing(): Promise<void> {
    let step: ClockStep | undefined;
    await this.#crossLevel(async () => {
      step = await this.#stepClock();
      if (this.#random() < 0.5) await this.kill();
    });
    if (step) await this.#awaitCorrection(step);
    await this.#awaitFirings();
  }

  /**
   * A pause must last as long as the service asked for, whatever the local clock does. The worker is
   * not killed: only a worker that sees the step can measure the pause.
   */
  async clockInPause(): Promise<void> {
    const [troubles] = this.#troubles.byService;
    if (!troubles) return;
    const pauses = Object.keys(FAULTS).filter((name) => faultOf(name).penalty?.ms === 3_000);
    const fault = pick(pauses, this.#random);
    this.#log(`  ${fault}`);
    await this.#awaitRoom(troubles.service);
    const end = await troubles.begin(fault);
    const askedAt = await this.#tryPause(troubles, false);
    const step = await this.#stepClock();
    await this.#seekPrices();
    await pause(Math.max(0, askedAt + 2_500 - Date.now()));
    await end();
    await pause(Math.max(0, troubles.pauseEndsAt() - Date.now()));
    await this.#awaitPrices('after a pause');
    step.streamsFrom = Date.now();
    await this.#awaitCorrection(step);
  }

  /** Some services are away at the same time. */
  async outage(left: number): Promise<void> {
    // Those that recovered must work for a while before they are relied on.
    await pause(5_000);
    const away = shuffle(this.#troubles.byService, this.#random).slice(left);
    const ends = await this.#failAll(AWAY, away);
    await pause(4_000 + 4_000 * this.#random());
    await ends();
  }

  /** @returns what ends the fault of all, one after another */
  async #failAll(
    fault: string,
    troubles: readonly ServiceTroubles[],
  ): Promise<() => Promise<void>> {
    const ends: (() => Promise<void>)[] = [];
    for (const each of troubles) {
      ends.push(await each.begin(fault));
      if (troubles.length > 1) await pause(500 * this.#random());
    }
    return async () => {
      for (const end of ends) await end();
    };
  }

  /** Below the alert's level, then `between`, then above it. */
  async #crossLevel(between: () => Promise<unknown>): Promise<void> {
    await this.#write(this.#settings.reactivateAlert());
    if (!(await this.#isStored(LEVEL.below))) return;
    await between();
    if (!(await this.#isStored(LEVEL.above))) return;
    this.#seen.crossings += 1;
  }

  /** Sets the price and returns whether it reached storage. */
  async #isStored(price: string): Promise<boolean> {
    this.#services.setPrice(ETH_USD, { price, expo: -8 });
    const tookMs = await timeUntil(Date.now(), PATIENCE_MS, async () => {
      await this.#driver.collect();
      const last = this.#driver.changes.findLast(({ key }) => key === latestKey(ETH_USD));
      return (last?.value as { price?: string } | undefined)?.price === price;
    });
    if (tookMs === null) this.#seen.errors.push('A price of the service did not reach storage.');
    return tookMs !== null;
  }

  /** Waits until the alert fired and was notified as often as it should, which the checks judge. */
  async #awaitFirings(): Promise<void> {
    await timeUntil(Date.now(), PATIENCE_MS / 2, async () => {
      await this.#driver.collect();
      const { value } = this.#driver.changes.findLast(({ key }) => key === 'firings') ?? {};
      const firings = unversioned(value) as StoredFiring[];
      const delivered = firings.filter(
        (firing) => firing.alertId === ALERT_ID && firing.delivered !== 'pending',
      );
      return delivered.length >= this.#seen.crossings;
    });
    await this.#collectNotifications();
  }

  async #awaitPrices(when: string): Promise<void> {
    const since = Date.now();
    const tookMs = await timeUntil(since, PATIENCE_MS, async () => {
      await this.#driver.collect();
      return this.#driver.changes.some(
        ({ key, at, isFirst }) => !isFirst && at >= since && isSignOfLife(key),
      );
    });
    if (tookMs === null) this.#seen.errors.push(`No price came ${when}.`);
  }

  /** Waits for a new view that shows this. Returns the milliseconds; `null` if none did. */
  #shown(isShown: (view: View) => boolean): Promise<number | null> {
    const since = Date.now();
    return timeUntil(since, PATIENCE_MS, async () => {
      await this.#driver.collect();
      return this.#driver.views.find((view) => view.at >= since && isShown(view))?.at ?? false;
    });
  }

  /**
   * Corrects the clock while the worker is there to notice. If the browser started in between, a
   * pause that the service asked for would last longer by the whole step.
   */
  async #restoreClock(): Promise<void> {
    const { clockOffsetMs } = this.#driver;
    if (clockOffsetMs !== 0) await this.#awaitCorrection(await this.#stepClock(-clockOffsetMs));
  }

  /** Sets the clock back unless told otherwise: a fast clock is not corrected. */
  async #stepClock(stepMs = -CLOCK_STEP_MS): Promise<ClockStep> {
    const at = Date.now();
    this.#log(`  clock ${stepMs > 0 ? 'ahead' : 'back'} by ${Math.abs(stepMs) / 1_000} s`);
    const step: ClockStep = { at, stepMs, streamsFrom: at, correctedMs: null };
    this.#seen.clockSteps.push(step);
    await this.#driver.stepClock(stepMs);
    return step;
  }

  /** Waits until the extension knows how far its clock is off and shows corrected ages. */
  async #awaitCorrection(step: ClockStep): Promise<void> {
    step.correctedMs = await timeUntil(step.streamsFrom, PATIENCE_MS, async () => {
      const skew = await this.#driver.read('session', 'clockSkew');
      const { skewMs = 0 } = (skew ?? {}) as Partial<ClockSkew>;
      return Math.abs(skewMs - this.#driver.clockOffsetMs) < SAME_SKEW_MS;
    });
    this.#log(`  corrected after ${step.correctedMs} ms`);
    if (step.correctedMs === null) this.#seen.errors.push('A clock was never corrected.');
    if ((await this.#shown((view) => !hasWrongAge(view))) === null) {
      this.#seen.errors.push('Ages were still wrong long after a step of the clock.');
    }
  }

  /** Waits until the rate limit would not delay requests that break a pause. */
  async #awaitRoom(service: SoakService): Promise<void> {
    const windowMs = 10_500;
    await timeUntil(Date.now(), 2 * windowMs, () => {
      const recent = service.requests.filter(({ at }) => Date.now() - at < windowMs);
      return recent.length <= 3;
    });
  }

  /** Waits until the service asks for a pause; then the user tries to get prices anyway. */
  async #tryPause(troubles: ServiceTroubles, mayKill = true): Promise<number> {
    // Without a page, nothing asks the service until the next alarm.
    await timeUntil(
      Date.now(),
      12_000,
      () => troubles.pauseAskedAt() ?? this.#seen.pageSpans.at(-1)?.to !== Infinity,
    );
    const askedAt = troubles.pauseAskedAt();
    if (askedAt === null) return Date.now();
    await pause(Math.max(0, askedAt + ON_ITS_WAY_MS - Date.now()));
    await this.#seekPrices();
    // A pause has to outlive the worker.
    this.#kills += mayKill ? 1 : 0;
    if (mayKill && this.#kills % 2 === 1) await this.kill();
    return askedAt;
  }

  /** Presses Refresh and changes the watchlist: the second needs a request even if one hangs. */
  async #seekPrices(): Promise<void> {
    await this.#command('refresh');
    await this.#write(this.#settings.toggleFeed());
  }

  #command(kind: Parameters<typeof commandItems>[0]): Promise<void> {
    const now = Date.now() + this.#driver.clockOffsetMs;
    return this.#driver.write('session', commandItems(kind, now));
  }

  async #editToken(place: number): Promise<void> {
    this.#tokenEdits[place]?.push(Date.now());
    await this.#write(this.#settings.editHeaders(place));
  }

  /** Writes settings as a user would, and notes when. */
  async #write(items: Record<string, unknown>): Promise<void> {
    this.#seen.edits.push(Date.now());
    await this.#driver.write('local', items);
    // The write may have had to wait.
    this.#seen.edits.push(Date.now());
  }

  async #openPopup(): Promise<void> {
    await this.#driver.openPopup();
    this.#seen.pageSpans.push({ from: Date.now(), to: Infinity });
  }

  async #closePages(): Promise<void> {
    // The notifications may end with the pages' time.
    await this.#collectNotifications();
    this.#endPageSpan();
    await this.#driver.closePages();
  }

  async #restartBrowser(meanwhile: () => Promise<unknown>): Promise<void> {
    await this.#collectNotifications();
    this.#endPageSpan();
    this.#seen.deaths.push(Date.now());
    await this.#driver.restart(meanwhile, () => this.#seen.starts.push(Date.now()));
    this.#seen.deaths.push(Date.now());
    this.#seen.pageSpans.push({ from: Date.now(), to: Infinity });
  }

  #endPageSpan(): void {
    const last = this.#seen.pageSpans.at(-1);
    if (last?.to === Infinity) last.to = Date.now();
  }

  async #collectNotifications(): Promise<void> {
    this.#seen.notifications.push(...(await this.#driver.collectNotifications()));
  }

  async #readEnd(): Promise<Pick<Observations, 'settings' | 'firings'>> {
    await this.#driver.collect();
    const settings = [];
    for (const [key, wanted] of Object.entries(this.#settings.current)) {
      const found = await this.#driver.read('local', key);
      // Leave out what the background itself stores in the value.
      const isTrust = key === 'trust' && typeof found === 'object';
      settings.push({ key, wanted, found: isTrust ? { ...found, setsInUse: {} } : found });
    }
    const firings = unversioned(await this.#driver.read('local', 'firings')) as StoredFiring[];
    return { settings, firings };
  }

  #observations(startedAt: number): Omit<Observations, 'settings' | 'firings'> {
    return {
      ...this.#seen,
      startedAt,
      services: this.#troubles.byService.map((troubles) => this.#serviceLog(troubles)),
      changes: this.#driver.changes,
      views: this.#driver.views,
      lagMs: this.#services.lagMs(),
      signed: this.#services.signed(),
      errors: [...this.#driver.pageErrors, ...this.#seen.errors],
    };
  }

  #serviceLog({ service, all, penalties, refusals }: ServiceTroubles): ServiceLog {
    const { place, url, requests, samples } = service;
    const edits = this.#tokenEdits[place] ?? [];
    return {
      id: serviceIdOf(place),
      name: `service ${place + 1}`,
      origin: url,
      requests,
      troubles: all,
      penalties,
      // The user may have changed the token meanwhile, and then it counts as not refused yet.
      refusals: refusals.map(({ from, to }) => ({
        from,
        to: Math.min(to, ...edits.filter((at) => at > from)),
      })),
      samples,
      secrets: this.#settings.secretsOf(place),
    };
  }
}

/**
 * Milliseconds from `since` to the time that `find` returns, or to now if it returns true; `null`:
 * it never did.
 */
async function timeUntil(
  since: number,
  timeoutMs: number,
  find: () => number | boolean | Promise<number | boolean>,
): Promise<number | null> {
  try {
    const found = await until(find, { what: 'it', timeoutMs });
    return Math.max(0, (found === true ? Date.now() : found) - since);
  } catch {
    return null;
  }
}
