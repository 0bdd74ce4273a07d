import {
  useEffect,
  useEffectEvent,
  useState,
  type PointerEvent as ReactPointerEvent,
  type RefObject,
} from 'react';
import { placeOf, timeAt, type ChartGrid } from './chart-grid.ts';
import type { ChartLayout, ChartView } from './chart-layout.ts';
import { Gestures } from './gestures.ts';
import type { UnixSeconds } from '@/lib/base/units.ts';

/** Minimum number of visible slots. */
const MIN_SHOWN = 10;
/** The zoom factor of each key on a chart of candles; 0: shows the period. */
const ZOOM_KEYS: Readonly<Record<string, number>> = { '+': 0.5, '-': 2, '0': 0 };
/** Wheel distance that doubles the visible range, in pixels. */
const DOUBLING_PX = 240;

/**
 * What a chart shows of its grid: its period or, with candles, what the user panned and zoomed to.
 * Plus, minus and 0 zoom. So does the wheel with the control key, which is also how a pinch
 * arrives.
 *
 * @param grid always of the same period
 */
export function useChartView(grid: ChartGrid) {
  // Times, because earlier candles that arrive move the slots.
  const [chosen, setChosen] = useState<{ from: UnixSeconds; to: UnixSeconds } | null>(null);
  const last = grid.slots.length - 1;
  const period: ChartView = { from: grid.firstShown, to: Math.max(last, grid.firstShown + 1) };
  const slotsOf = ({ from, to }: NonNullable<typeof chosen>): ChartView =>
    within({ from: placeOf(grid, from), to: placeOf(grid, to) }, last);
  const view = chosen && grid.hasCandles ? slotsOf(chosen) : period;
  // Several events may come before the next rendering.
  const change = (next: (view: ChartView) => ChartView): void =>
    setChosen((before) => {
      const { from, to } = within(next(before ? slotsOf(before) : period), last);
      return { from: timeAt(grid, from), to: timeAt(grid, to) };
    });
  const panBy = (slots: number): void =>
    change(({ from, to }) => ({ from: from + slots, to: to + slots }));
  const zoom = (factor: number, share: number): void =>
    change((before) => zoomed(before, factor, share));
  return {
    view,
    /** Whether the view is the period. */
    isWholePeriod: chosen === null,
    panBy,
    show: (wanted: ChartView): void => change(() => wanted),
    /** Pans to a slot that is out of view. */
    reveal: (slot: number): void => {
      if (slot < view.from) panBy(slot - view.from);
      else if (slot > view.to) panBy(slot - view.to);
    },
    /**
     * Zooms by a key; `false`: the key is none of those.
     *
     * @param slot that keeps its place; `null`: the last one in view
     */
    zoomByKey: (key: string, slot: number | null): boolean => {
      const factor = grid.hasCandles ? ZOOM_KEYS[key] : undefined;
      if (factor === 0) setChosen(null);
      else if (factor !== undefined) {
        const isInView = slot !== null && slot >= view.from && slot <= view.to;
        zoom(factor, isInView ? (slot - view.from) / (view.to - view.from) : 1);
      }
      return factor !== undefined;
    },
    /** @param share position in the view of the time that stays in place, from 0 to 1 */
    zoom,
  };
}

type ChartMovement = ReturnType<typeof useChartView>;

/**
 * Pans a chart of candles with the mouse, a finger or a wheel to the side, and zooms it with a
 * wheel or two fingers.
 */
export function useGestures(
  element: RefObject<HTMLElement | null>,
  { hasCandles }: ChartGrid,
  { slotWidth, width }: ChartLayout,
  { view, panBy, zoom, show }: ChartMovement,
) {
  const [gestures] = useState(() => new Gestures());
  const onWheel = useEffectEvent((event: WheelEvent): void => {
    const isSideways = Math.abs(event.deltaX) > Math.abs(event.deltaY);
    if (!event.ctrlKey && !isSideways) return;
    event.preventDefault();
    if (isSideways) panBy(event.deltaX / slotWidth);
    else zoom(2 ** (event.deltaY / DOUBLING_PX), xIn(element.current, event) / width);
  });
  useEffect(() => {
    const { current } = element;
    if (!current || !hasCandles) return undefined;
    // React's own listeners are passive: they cannot keep the page from scrolling.
    const listen = (event: WheelEvent): void => onWheel(event);
    current.addEventListener('wheel', listen, { passive: false });
    return () => current.removeEventListener('wheel', listen);
  }, [element, hasCandles]);

  return {
    onPointerDown: (event: ReactPointerEvent<HTMLElement>): void => {
      if (!hasCandles || event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      gestures.hold(event.pointerId, contact(event), view, event.pointerType === 'mouse');
    },
    /** Pans or zooms; `false`: the pointer marks a price. */
    drag: (event: ReactPointerEvent<HTMLElement>): boolean => {
      const wanted = gestures.move(event.pointerId, contact(event), width);
      if (wanted) show(wanted);
      return wanted !== null;
    },
    release: ({ pointerId }: ReactPointerEvent<HTMLElement>): void =>
      gestures.release(pointerId, view),
  };
}

function contact(event: ReactPointerEvent<HTMLElement>): { x: number; at: number } {
  return { x: xIn(event.currentTarget, event), at: event.timeStamp };
}

/** Where a pointer is, in pixels from the left edge of an element. */
export function xIn(element: HTMLElement | null, { clientX }: { clientX: number }): number {
  return clientX - (element?.getBoundingClientRect().left ?? 0);
}

/** @param share of the view that keeps its place */
function zoomed({ from, to }: ChartView, factor: number, share: number): ChartView {
  const length = Math.max(MIN_SHOWN, (to - from) * factor);
  const start = from + share * (to - from - length);
  return { from: start, to: start + length };
}

/** A view of at least a few slots, moved to where there are slots. */
function within({ from, to }: ChartView, last: number): ChartView {
  const all = Math.max(1, last);
  const length = Math.min(all, Math.max(Math.min(MIN_SHOWN, all), to - from));
  const start = Math.min(Math.max(0, from), all - length);
  return { from: start, to: start + length };
}
