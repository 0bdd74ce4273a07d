import { AsyncLocalStorage } from 'node:async_hooks';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { startBackground } from '@/lib/background/start.ts';
import { PRESENCE_PORT } from '@/lib/pages/presence.ts';

// A browser ends a worker with its listeners, timers, requests and locks. In the tests' process they
// would live on: an earlier worker would write into the storage and the badge of the next one.

/** A whole worker with the fake browser. */
export interface MortalWorker {
  /** Opens a page; returns how it closes. */
  openPage: () => () => void;
  /** The alarm that wakes workers goes off. */
  alarm: (name: string) => void;
  /** From now on, nothing that it does has an effect. Its requests end. */
  die: () => void;
}

interface Life {
  isDead: boolean;
  death: AbortController;
  /** Resolves at its death. */
  died: PromiseWithResolvers<void>;
  timers: Set<ReturnType<typeof setTimeout>>;
  onConnect: Listener[];
}

type Listener = (...given: unknown[]) => unknown;
type Methods = Record<string, Listener>;

const lives = new AsyncLocalStorage<Life>();
const never = new Promise<never>(() => {});

let running = new Set<Life>();
let restorers: Array<() => void> = [];
const locks = new Map<string, Promise<unknown>>();

/** Makes workers that `startWorker` starts mortal. Call this before each test, after its mocks. */
export function makeWorkersMortal(): void {
  const { storage, action, alarms, notifications, permissions, runtime, commands } = fakeBrowser;
  for (const event of [
    storage.local.onChanged,
    storage.session.onChanged,
    alarms.onAlarm,
    notifications.onClicked,
    notifications.onButtonClicked,
    runtime.onInstalled,
    runtime.onStartup,
  ]) {
    bindListeners(event as unknown as Methods);
  }
  for (const area of [storage.local, storage.session]) {
    makeMortal(area, ['get', 'set', 'remove', 'clear']);
  }
  makeMortal(action, ['setBadgeText', 'setBadgeTextColor', 'setBadgeBackgroundColor', 'setTitle']);
  makeMortal(alarms, ['get', 'create']);
  replace(notifications, 'getPermissionLevel', async () => 'granted');
  makeMortal(notifications, ['create', 'clear', 'getAll']);
  replace(permissions.onAdded, 'addListener', () => undefined);
  replace(commands.onCommand, 'addListener', () => undefined);
  replace(runtime.onConnect, 'addListener', (listener) => {
    lives.getStore()?.onConnect.push(listener as Listener);
  });
  replace(navigator.locks, 'request', requestLock as Listener);
  replace(globalThis, 'fetch', fetchWhileAlive(globalThis.fetch) as Listener);
  for (const name of ['setTimeout', 'setInterval'] as const) {
    replace(globalThis, name, timerOfLife(globalThis[name] as never) as Listener);
  }
  if (!('addEventListener' in globalThis)) {
    replace(globalThis, 'addEventListener', () => undefined);
  }
}

/** Ends all workers and what makes them mortal. Call this after each test, before its mocks end. */
export function endWorkers(): void {
  for (const life of running) die(life);
  running = new Set();
  locks.clear();
  for (const restore of restorers.toReversed()) restore();
  restorers = [];
}

/** Starts a worker. One that runs has to die first, as in a browser. */
export function startWorker(): MortalWorker {
  const life: Life = {
    isDead: false,
    death: new AbortController(),
    died: Promise.withResolvers(),
    timers: new Set(),
    onConnect: [],
  };
  running.add(life);
  lives.run(life, startBackground);
  return {
    openPage: () => openPage(life),
    alarm: (name) => void fakeBrowser.alarms.onAlarm.trigger({ name } as never),
    die: () => die(life),
  };
}

function die(life: Life): void {
  life.isDead = true;
  for (const timer of life.timers) clearTimeout(timer);
  lives.run(life, () => life.death.abort());
  life.died.resolve();
}

function openPage(life: Life): () => void {
  const onDisconnect: Listener[] = [];
  const port = {
    name: PRESENCE_PORT,
    onDisconnect: { addListener: (listener: Listener) => onDisconnect.push(listener) },
  };
  const call = (listeners: readonly Listener[]): void => {
    if (!life.isDead) lives.run(life, () => listeners.forEach((listener) => listener(port)));
  };
  call(life.onConnect);
  return () => call(onDisconnect);
}

/** Replaces a property until `endWorkers`. Not a spy: a test may have its own on the same function. */
function replace(target: object, name: string, replacement: Listener): void {
  const before = Object.getOwnPropertyDescriptor(target, name);
  Object.defineProperty(target, name, { value: replacement, configurable: true, writable: true });
  restorers.push(() => {
    if (before) Object.defineProperty(target, name, before);
    else Reflect.deleteProperty(target, name);
  });
}

function makeMortal(target: object, names: readonly string[]): void {
  for (const name of names) {
    const perform = (target as Methods)[name]?.bind(target);
    replace(target, name, (...given) => (lives.getStore()?.isDead ? never : perform?.(...given)));
  }
}

/** A listener runs in the life of the worker that added it, whoever triggers the event. */
function bindListeners(event: Methods): void {
  const { addListener, removeListener } = event;
  const bound = new Map<Listener, Listener>();
  replace(event, 'addListener', (given) => {
    const listener = given as Listener;
    const life = lives.getStore();
    if (!life) return addListener?.(listener);
    const inLife: Listener = (...args) =>
      life.isDead ? undefined : lives.run(life, () => listener(...args));
    bound.set(listener, inLife);
    return addListener?.(inLife);
  });
  replace(event, 'removeListener', (given) =>
    removeListener?.(bound.get(given as Listener) ?? given),
  );
}

function requestLock(name: string, work: () => unknown): Promise<unknown> {
  const life = lives.getStore();
  const turn = (locks.get(name) ?? Promise.resolve()).then(() => (life?.isDead ? never : work()));
  const released = Promise.race([turn, life?.died.promise ?? never]);
  locks.set(
    name,
    released.catch(() => undefined),
  );
  return turn;
}

function fetchWhileAlive(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  return async (input, init) => {
    const life = lives.getStore();
    if (!life) return fetch(input, init);
    if (life.isDead) return never;
    const signals = [life.death.signal, ...(init?.signal ? [init.signal] : [])];
    return fetch(input, { ...init, signal: AbortSignal.any(signals) });
  };
}

function timerOfLife(start: (run: Listener, ...given: unknown[]) => ReturnType<typeof setTimeout>) {
  return (run: Listener, ...given: unknown[]) => {
    const life = lives.getStore();
    if (life?.isDead) return undefined;
    const timer = start(run, ...given);
    life?.timers.add(timer);
    return timer;
  };
}
