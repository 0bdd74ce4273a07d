import type { ChartView } from './chart-layout.ts';

/** A finger that moved less than this has not begun to drag. */
const DRAG_FROM_PX = 8;
/** A finger that rested this long marks prices instead. */
const REST_MS = 300;

interface Contact {
  readonly x: number;
  /** In milliseconds, from any origin. */
  readonly at: number;
}

/**
 * Turns the mouse and fingers that hold a chart into the view that it shows: what was under a
 * pointer stays under it. One pans, two zoom too. A finger that rests first marks prices.
 */
export class Gestures {
  readonly #held = new Map<number, number>();
  /** The view and where the pointers were when the last one came or went. */
  #view: ChartView = { from: 0, to: 1 };
  #began: number[] = [];
  #mode: 'undecided' | 'pans' | 'marks' = 'undecided';
  #downAt = 0;

  get isHeld(): boolean {
    return this.#held.size > 0;
  }

  hold(pointer: number, { x, at }: Contact, view: ChartView, isMouse: boolean): void {
    this.#held.set(pointer, x);
    this.#downAt = at;
    this.#mode = isMouse || this.#held.size > 1 ? 'pans' : 'undecided';
    this.#begin(view);
  }

  release(pointer: number, view: ChartView): void {
    this.#held.delete(pointer);
    this.#begin(view);
  }

  /** The view after a pointer has moved; `null`: the pointer marks prices. */
  move(pointer: number, { x, at }: Contact, width: number): ChartView | null {
    if (!this.#held.has(pointer)) return null;
    this.#held.set(pointer, x);
    const [left = 0] = this.#began;
    if (this.#mode === 'undecided') {
      const isResting = Math.abs(x - left) < DRAG_FROM_PX;
      if (at - this.#downAt >= REST_MS) this.#mode = 'marks';
      else if (!isResting) this.#mode = 'pans';
    }
    return this.#mode === 'pans' ? this.#moved(width) : null;
  }

  #begin(view: ChartView): void {
    this.#view = view;
    this.#began = [...this.#held.values()];
  }

  #moved(width: number): ChartView {
    const { from, to } = this.#view;
    const [began, now] = [this.#began, [...this.#held.values()]];
    const length = ((to - from) * spread(began)) / spread(now);
    const held = from + (middle(began) / width) * (to - from);
    const start = held - (middle(now) / width) * length;
    return { from: start, to: start + length };
  }
}

function spread([first = 0, second]: readonly number[]): number {
  return second === undefined ? 1 : Math.max(1, Math.abs(second - first));
}

function middle([first = 0, second = first]: readonly number[]): number {
  return (first + second) / 2;
}
