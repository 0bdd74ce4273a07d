import { AsyncLocalStorage } from 'node:async_hooks';
import { vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { firingsOf, parseTarget } from '@/lib/domain/alerts/model/notification-target.ts';
import { alertRuleSchema, type AlertRuleInput } from '@/lib/domain/alerts/model/rule.ts';
import { cacheAlertItems } from '@/lib/background/alerts/alert-items.ts';
import { listenToNotifications } from '@/lib/background/alerts/notification-clicks.ts';
import { startAlerts } from '@/lib/background/alerts/start-alerts.ts';
import { ClockKeeper } from '@/lib/background/clock-keeper.ts';
import { cache, cacheAll } from '@/lib/background/cached.ts';
import type { JudgedPrice } from '@/lib/background/intake/judge.ts';
import { createPriceIntake } from '@/lib/background/intake/price-intake.ts';
import type { ParsedPrice } from '@/lib/price-service/index.ts';
import { firings, alertRules } from '@/lib/storage/values/alerts.ts';
import { followedFeeds } from '@/lib/storage/values/catalog.ts';
import { currencyFeeds } from '@/lib/storage/values/currency.ts';
import type { Proof } from '@/lib/domain/prices/stored-price.ts';
import { missingFeeds } from '@/lib/storage/values/prices.ts';
import { areSamplesShown } from '@/lib/storage/values/samples.ts';
import * as allSettings from '@/lib/storage/values/settings.ts';
import { groups } from '@/lib/storage/values/view.ts';
import { watchlist } from '@/lib/storage/values/watchlist.ts';
import { BTC, receivedPrice, unchecked } from '../feeds.ts';
import { journalLine } from '@/lib/domain/diagnostics/journal-event.ts';

/** 2026-11-21T00:00:00Z, unix milliseconds. */
export const START_MS = 1_795_219_200_000;

/** One worker, from its start to its death. */
interface Life {
  isDead: boolean;
  /** Writes and notifications so far. */
  effects: number;
  /** The effect at which the worker dies, before or after it takes place. */
  diesAt: { effect: number; when: 'before' | 'after' } | null;
  locks: Map<string, Promise<unknown>>;
}

const lives = new AsyncLocalStorage<Life>();

/** The id of every notification created, one per call. */
export const created: string[] = [];

/** The lines that workers added to the journal. */
export const recorded: string[] = [];

/**
 * Makes workers die at a given storage write or notification. As in a browser, nothing they do
 * after that has an effect, and their locks are released. Call this before each test.
 */
export function makeWorkersMortal(): void {
  created.length = 0;
  recorded.length = 0;
  for (const area of [fakeBrowser.storage.local, fakeBrowser.storage.session]) {
    const set = area.set.bind(area);
    vi.spyOn(area, 'set').mockImplementation(mortal((items) => set(items as object)));
  }
  // A timer of a dead worker has no effect either.
  const later = globalThis.setTimeout;
  globalThis.setTimeout = ((work: () => unknown, ms?: number) =>
    later(AsyncLocalStorage.bind(work), ms)) as never;
  const create = fakeBrowser.notifications.create.bind(fakeBrowser.notifications);
  vi.spyOn(fakeBrowser.notifications, 'create').mockImplementation(
    mortal((id, options) => {
      created.push(String(id));
      return create(String(id), options as never);
    }),
  );
  setPermissionLevel('granted');
  vi.spyOn(navigator.locks, 'request').mockImplementation(((name: string, work: () => unknown) => {
    const locks = lives.getStore()?.locks ?? outside;
    const turn = (locks.get(name) ?? Promise.resolve()).then(() => work());
    locks.set(
      name,
      turn.catch(() => undefined),
    );
    return turn;
  }) as never);
}

export function setPermissionLevel(level: 'granted' | 'denied'): void {
  const answer = (() => Promise.resolve(level)) as never;
  vi.spyOn(fakeBrowser.notifications, 'getPermissionLevel').mockImplementation(answer);
}

function mortal(perform: (...given: unknown[]) => unknown): never {
  return ((...given: unknown[]) => effect(async () => perform(...given))) as never;
}

const outside = new Map<string, Promise<unknown>>();
const never = new Promise<never>(() => {});

async function effect<T>(perform: () => Promise<T>): Promise<T> {
  const life = lives.getStore();
  if (!life) return perform();
  if (life.isDead) return never;
  life.effects += 1;
  const dies = life.diesAt?.effect === life.effects ? life.diesAt.when : null;
  if (dies === 'before') return die(life);
  const result = await perform();
  return dies === 'after' ? die(life) : result;
}

/** Ends a worker that is still alive, so that it does not react to the next test. */
export function endWorker({ life }: Pick<Worker, 'life'>): void {
  void die(life);
}

function die(life: Life): Promise<never> {
  life.isDead = true;
  const { storage, notifications } = fakeBrowser;
  for (const event of [
    storage.local.onChanged,
    storage.session.onChanged,
    notifications.onClicked,
    notifications.onButtonClicked,
  ]) {
    (event as unknown as { removeAllListeners: () => void }).removeAllListeners();
  }
  return never;
}

interface PriceOptions {
  /** When the price arrives, unix milliseconds. Default: now. */
  at?: number;
  /** Seconds since the price was published. Default 1. */
  age?: number;
  slot?: number;
  id?: string;
  proof?: Proof;
}

export interface Worker {
  life: Life;
  /** Delivers a response with one price. Resolves even if the worker dies. */
  price: (price: string, more?: PriceOptions) => Promise<void>;
  tick: () => Promise<void>;
  /** Delivers a response for several feeds now. */
  answer: (items: readonly ParsedPrice[]) => Promise<void>;
  /** Delivers prices with the results of their verification. */
  receive: (judged: readonly JudgedPrice[], waitMs?: number) => Promise<void>;
  follow: (ids: readonly string[]) => Promise<void>;
  forget: () => Promise<void>;
  /** Other signers are trusted from now on. */
  trust: (fingerprint: string) => Promise<void>;
  sendTestNotification: () => Promise<void>;
  run: <T>(work: () => Promise<T>) => Promise<T>;
}

/** Starts a worker with the current storage, as the background does. */
export async function startWorker(
  diesAt: Life['diesAt'] = null,
  followed: readonly string[] = [BTC],
): Promise<Worker> {
  const life: Life = { isDead: false, effects: 0, diesAt, locks: new Map() };
  const run = <T>(work: () => Promise<T>): Promise<T> => lives.run(life, work);
  const { intake, service, clock } = await run(async () => {
    const clockKeeper = new ClockKeeper({
      onStep: async (stepMs) => void (stepMs < 0 && (await priceIntake.shiftAskedAt(stepMs))),
      onChange: () => {},
    });
    const settings = {
      clockSkew: clockKeeper,
      followedFeeds: cache(followedFeeds, () => {}),
      ...cacheAll({ ...allSettings, watchlist, groups, currencyFeeds, missingFeeds }, () => {}),
      areSamplesShown: cache(areSamplesShown),
      areSamplesInUse: cache(areSamplesShown),
      services: cache(allSettings.priceServices),
      ...cacheAlertItems(() => void deliver()),
    };
    const loaded = Promise.all(Object.values(settings).map((item) => item.loaded));
    const alertService = startAlerts({
      settings,
      loaded,
      isFirefox: false,
      onReach: () => {},
      record: (event) => recorded.push(journalLine(event)),
    });
    listenToNotifications({ isFirefox: false });
    const deliver = (): Promise<void> => alertService.deliver();
    await loaded;
    const skewMs = (): number => clockKeeper.current.skewMs;
    const priceIntake = createPriceIntake(() => {}, alertService.alerts, skewMs);
    return { intake: priceIntake, service: alertService, clock: clockKeeper };
  });
  void run(() => service.deliver());
  void run(() => intake.setWatchlist(followed));
  await settle();
  const receive: Worker['receive'] = async (judged, waitMs) => {
    void run(() => intake.store(judged, Date.now()));
    await settle(waitMs);
  };
  return {
    life,
    run,
    async price(
      price,
      { at = Date.now(), age = 1, slot = Math.floor(at / 400), id = BTC, proof } = {},
    ) {
      const publishTime = Math.floor(at / 1_000) - age;
      const judged = [
        { id, price: { ...receivedPrice(price, publishTime, slot, proof), conf: '1' } },
      ];
      void run(async () => {
        clock.onPrices(judged, at, proof?.trust ?? '');
        await intake.store(judged, at);
      });
      await settle();
    },
    answer: async (items) => receive(await unchecked(items)),
    receive,
    async follow(ids) {
      void run(() => intake.setWatchlist(ids));
      await settle();
    },
    async sendTestNotification() {
      void run(() => service.sendTestNotification());
      await settle();
    },
    async trust(fingerprint) {
      void run(() => intake.setTrust(fingerprint));
      await settle();
    },
    async forget() {
      void run(() => intake.replace(() => []));
      await settle();
    },
    async tick() {
      void run(async () => {
        clock.check();
        await intake.evaluateAlerts();
      });
      void run(() => service.deliver());
      await settle();
    },
  };
}

/** Waits until all work has finished, including the merging of notifications. */
export async function settle(waitMs = 1_100): Promise<void> {
  await vi.advanceTimersByTimeAsync(waitMs);
}

export async function setRules(...rules: Array<Partial<AlertRuleInput>>): Promise<void> {
  await alertRules.setValue(
    rules.map((rule, index) => alertRuleSchema.parse({ id: `a${index}`, feedId: BTC, ...rule })),
  );
}

export const ABOVE = { trigger: { kind: 'crosses', direction: 'above', level: '650' } } as const;
export const EITHER = { trigger: { kind: 'crosses', direction: 'either', level: '650' } } as const;
export const REPEATING = { repeat: { mode: 'repeating', cooldownSeconds: 60 } } as const;

/** Time passes, so that no cooldown lasts. */
export function passMinute(): void {
  vi.setSystemTime(Date.now() + 61_000);
}

/** How many notifications showed each firing of the history. */
export async function timesShown(): Promise<Record<string, number>> {
  const history = await firings.getValue();
  const times = Object.fromEntries(history.map(({ id }) => [id, 0]));
  for (const notification of created) {
    const target = parseTarget(notification);
    for (const { id } of target ? firingsOf(target, history) : []) times[id] = (times[id] ?? 0) + 1;
  }
  return times;
}
