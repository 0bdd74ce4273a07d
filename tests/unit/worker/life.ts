import { AsyncLocalStorage } from 'node:async_hooks';

/** One worker, from its start to its death. */
export interface Life {
  isDead: boolean;
  death: AbortController;
  /** Resolves when the worker dies. */
  died: PromiseWithResolvers<void>;
  timers: Set<ReturnType<typeof setTimeout>>;
  /** Its listeners for pages that connect. */
  onConnect: Listener[];
}

export type Listener = (...given: unknown[]) => unknown;

/** The life of the worker whose code runs now; in tests and pages, none. */
export const lives = new AsyncLocalStorage<Life>();

export function newLife(): Life {
  return {
    isDead: false,
    death: new AbortController(),
    died: Promise.withResolvers(),
    timers: new Set(),
    onConnect: [],
  };
}

/** Ends its requests, and all that it does from now on has no effect. */
export function endLife(life: Life): void {
  life.isDead = true;
  for (const timer of life.timers) clearTimeout(timer);
  lives.run(life, () => life.death.abort());
  life.died.resolve();
}
