import { fakeBrowser } from 'wxt/testing/fake-browser';
import { lives, type Listener } from './life.ts';

// What ends with a worker: its listeners, timers, requests and locks, and all its effects.

type Methods = Record<string, Listener>;

const ALARM_CHECK_MS = 50;

const never = new Promise<never>(() => {});
const locks = new Map<string, Promise<unknown>>();

let restorers: Array<() => void> = [];

/** Makes everything that a worker uses follow its life, until `restoreBrowser`. */
export function makeBrowserMortal(): void {
  const { storage, action, alarms, notifications, permissions, runtime, commands, omnibox } =
    fakeBrowser;
  for (const event of [
    storage.local.onChanged,
    storage.session.onChanged,
    storage.sync.onChanged,
    alarms.onAlarm,
    notifications.onClicked,
    notifications.onButtonClicked,
    runtime.onInstalled,
    runtime.onStartup,
  ]) {
    bindListeners(event as unknown as Methods);
  }
  // Reads stay as they are: they change nothing, and two workers in one process may share one.
  for (const area of [storage.local, storage.session, storage.sync]) {
    makeMortal(area, ['set', 'remove', 'clear']);
  }
  makeMortal(action, ['setBadgeText', 'setBadgeTextColor', 'setBadgeBackgroundColor', 'setTitle']);
  replace(action, 'setIcon', async () => undefined);
  replace(runtime, 'getManifest', () => ({}));
  makeMortal(alarms, ['get', 'create']);
  ringAlarms();
  replace(notifications, 'getPermissionLevel', async () => 'granted');
  makeMortal(notifications, ['create', 'clear', 'getAll']);
  replace(permissions.onAdded, 'addListener', () => undefined);
  for (const event of [
    'onInputStarted',
    'onInputChanged',
    'onInputEntered',
    'onInputCancelled',
  ] as const) {
    replace(omnibox[event], 'addListener', () => undefined);
  }
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

/** Puts everything back. */
export function restoreBrowser(): void {
  locks.clear();
  for (const restore of restorers.toReversed()) restore();
  restorers = [];
}

/** Replaces a property until `restoreBrowser`. Not a spy: a test may have its own on the same function. */
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

/** The fake alarms would never go off. They outlive the worker that created them. */
function ringAlarms(): void {
  const { alarms } = fakeBrowser;
  const { create } = alarms;
  replace(alarms, 'create', (...given) => {
    const [name, { periodInMinutes = 0 }] = given as [string, { periodInMinutes?: number }];
    let nextAt = Date.now() + periodInMinutes * 60_000;
    // Looks at the time, because a test may change its speed.
    const clock = lives.exit(() =>
      setInterval(() => {
        if (Date.now() < nextAt) return;
        nextAt += periodInMinutes * 60_000;
        void alarms.onAlarm.trigger({ name } as never);
      }, ALARM_CHECK_MS),
    );
    restorers.push(() => clearInterval(clock));
    return create(...(given as Parameters<typeof create>));
  });
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
