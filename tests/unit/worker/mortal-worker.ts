import { fakeBrowser } from 'wxt/testing/fake-browser';
import { startBackground } from '@/lib/background/start.ts';
import { PRESENCE_PORT } from '@/lib/pages/presence.ts';
import { endLife, lives, newLife, type Life, type Listener } from './life.ts';
import { makeBrowserMortal, restoreBrowser } from './mortal-browser.ts';

// A browser ends a worker with its listeners, timers, requests and locks. In the tests' process they
// would live on: an earlier worker would write into the storage and the badge of the next one.

/** A whole worker with the fake browser. */
export interface MortalWorker {
  /** Opens a page; returns a function that closes it. */
  openPage: () => () => void;
  /** The alarm that wakes workers goes off. */
  alarm: (name: string) => void;
  /** From now on, nothing that it does has an effect. Its requests end. */
  die: () => void;
}

let running: Life[] = [];

/** Makes workers that `startWorker` starts mortal. Call this before each test, after its mocks. */
export const makeWorkersMortal = makeBrowserMortal;

/** Ends all workers and what makes them mortal. Call this after each test, before its mocks end. */
export function endWorkers(): void {
  for (const life of running) endLife(life);
  running = [];
  restoreBrowser();
}

/** Starts a worker. One that runs has to die first, as in a browser. */
export function startWorker(): MortalWorker {
  const life = newLife();
  running.push(life);
  lives.run(life, startBackground);
  return {
    openPage: () => openPage(life),
    alarm: (name) => void fakeBrowser.alarms.onAlarm.trigger({ name } as never),
    die: () => endLife(life),
  };
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
