import { vi } from 'vitest';

type Callback = (entries: IntersectionObserverEntry[]) => void;

const callbacks = new Map<Element, Callback>();

/** Replaces the browser's IntersectionObserver, which the test environment does not implement. */
export function watchViews(): void {
  vi.stubGlobal('IntersectionObserver', FakeObserver);
}

/** Reports to the page whether an element is in view. */
export function setInView(target: Element, isIntersecting: boolean): void {
  const report = callbacks.get(target);
  if (!report) throw new Error('Nothing watches whether this element is in view.');
  report([{ target, isIntersecting } as IntersectionObserverEntry]);
}

class FakeObserver {
  readonly #callback: Callback;

  constructor(callback: Callback) {
    this.#callback = callback;
  }

  observe(target: Element): void {
    callbacks.set(target, this.#callback);
  }

  disconnect(): void {
    for (const [target, callback] of callbacks) {
      if (callback === this.#callback) callbacks.delete(target);
    }
  }

  unobserve(target: Element): void {
    callbacks.delete(target);
  }
}
