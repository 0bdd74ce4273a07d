import { vi } from 'vitest';

type Callback = (entries: IntersectionObserverEntry[]) => void;

const observers = new Map<Callback, Set<Element>>();

/** Replaces the browser's IntersectionObserver, which the test environment does not implement. */
export function watchViews(): void {
  vi.stubGlobal('IntersectionObserver', FakeObserver);
}

/** Reports to the page whether an element is in view. */
export function setInView(target: Element, isIntersecting: boolean): void {
  const watching = [...observers].filter(([, targets]) => targets.has(target));
  if (watching.length === 0) throw new Error('Nothing watches whether this element is in view.');
  const entry = { target, isIntersecting } as IntersectionObserverEntry;
  for (const [report] of watching) report([entry]);
}

class FakeObserver {
  readonly #targets = new Set<Element>();

  constructor(callback: Callback) {
    observers.set(callback, this.#targets);
  }

  observe(target: Element): void {
    this.#targets.add(target);
  }

  disconnect(): void {
    this.#targets.clear();
  }

  unobserve(target: Element): void {
    this.#targets.delete(target);
  }
}
