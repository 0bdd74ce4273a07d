import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Gestures } from '@/components/detail/chart/gestures.ts';

const WIDTH = 300;
const VIEW = { from: 50, to: 110 };

/** The slot under a horizontal position. */
const slotAt = (x: number, { from, to }: typeof VIEW): number => from + (x / WIDTH) * (to - from);

const x = fc.double({ min: 0, max: WIDTH, noNaN: true });
const leftX = fc.double({ min: 0, max: 140, noNaN: true });
const rightX = fc.double({ min: 150, max: WIDTH, noNaN: true });

describe('pointers that hold a chart', () => {
  it('keep what was under the mouse under it', () => {
    fc.assert(
      fc.property(x, x, (start, end) => {
        const gestures = new Gestures();
        gestures.hold(1, { x: start, at: 0 }, VIEW, true);
        const view = gestures.move(1, { x: end, at: 5 }, WIDTH);
        expect(slotAt(end, view!)).toBeCloseTo(slotAt(start, VIEW), 6);
        expect(view!.to - view!.from).toBeCloseTo(60, 6);
      }),
    );
  });

  it('keep what was under each of two fingers under it', () => {
    fc.assert(
      fc.property(leftX, rightX, leftX, rightX, (left, right, toLeft, toRight) => {
        const gestures = new Gestures();
        gestures.hold(1, { x: left, at: 0 }, VIEW, false);
        gestures.hold(2, { x: right, at: 1 }, VIEW, false);
        gestures.move(1, { x: toLeft, at: 20 }, WIDTH);
        const view = gestures.move(2, { x: toRight, at: 20 }, WIDTH);
        expect(slotAt(toLeft, view!)).toBeCloseTo(slotAt(left, VIEW), 4);
        expect(slotAt(toRight, view!)).toBeCloseTo(slotAt(right, VIEW), 4);
      }),
    );
  });

  it.each<[what: string, moves: string, pans: boolean]>([
    ['drags at once', '3@10 20@40', true],
    ['drags after a little', '5@290 9@299', true],
    ['rests first', '2@300 60@400', false],
    ['rests, and moves late', '40@900 80@910', false],
  ])('a finger that %s', (_, moves, pans) => {
    const gestures = new Gestures();
    gestures.hold(1, { x: 100, at: 0 }, VIEW, false);
    const views = moves.split(' ').map((move) => {
      const [by = 0, at = 0] = move.split('@').map(Number);
      return gestures.move(1, { x: 100 + by, at }, WIDTH);
    });
    expect(views.map((view) => view !== null)).toEqual([false, pans]);
  });

  it('that hover mark prices, as do fingers that are gone', () => {
    const gestures = new Gestures();
    expect(gestures.move(1, { x: 100, at: 0 }, WIDTH)).toBeNull();
    gestures.hold(1, { x: 100, at: 0 }, VIEW, true);
    gestures.release(1, VIEW);
    expect(gestures.isHeld).toBe(false);
    expect(gestures.move(1, { x: 200, at: 10 }, WIDTH)).toBeNull();
  });

  it('go on from where the chart is when a finger comes or goes', () => {
    const gestures = new Gestures();
    gestures.hold(1, { x: 100, at: 0 }, VIEW, false);
    const panned = gestures.move(1, { x: 50, at: 10 }, WIDTH)!;
    gestures.hold(2, { x: 250, at: 20 }, panned, false);
    const zoomed = gestures.move(2, { x: 290, at: 30 }, WIDTH)!;
    expect(slotAt(290, zoomed)).toBeCloseTo(slotAt(250, panned), 6);
    gestures.release(2, zoomed);
    expect(gestures.move(1, { x: 50, at: 40 }, WIDTH)).toEqual(zoomed);
  });
});
