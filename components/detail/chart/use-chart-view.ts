import {
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  type PointerEvent,
  type RefObject,
} from 'react';
import type { ChartGrid } from './chart-grid.ts';
import type { ChartLayout, ChartView } from './chart-layout.ts';

/** The fewest slots that are shown. */
const MIN_SHOWN = 10;
/** The zoom factor of each key on a chart of candles; 0: shows the period. */
const ZOOM_KEYS: Readonly<Record<string, number>> = { '+': 0.5, '-': 2, '0': 0 };
/** Turning the wheel by this many pixels doubles what is shown. */
const DOUBLING_PX = 240;

/**
 * What a chart shows of its grid: its period or, with candles, what the user panned and zoomed to.
 * Plus, minus and 0 zoom. So does the wheel with the control key, which is also how a pinch
 * arrives.
 *
 * @param grid always of the same period
 */
export function useChartView(grid: ChartGrid) {
  const [chosen, setChosen] = useState<ChartView | null>(null);
  const last = grid.slots.length - 1;
  const period: ChartView = { from: grid.firstShown, to: Math.max(last, grid.firstShown + 1) };
  const view = chosen && grid.hasCandles ? within(chosen, last) : period;
  const panTo = (from: number): void => {
    const length = view.to - view.from;
    const start = Math.min(Math.max(0, from), Math.max(0, last - length));
    setChosen({ from: start, to: start + length });
  };
  const zoomTo = (length: number): void => {
    const from = view.to - Math.max(MIN_SHOWN, length);
    setChosen(within({ from, to: view.to }, last));
  };
  const zoom = (factor: number): void => {
    if (factor === 0) setChosen(null);
    else zoomTo((view.to - view.from) * factor);
  };
  return {
    view,
    /** Whether the view is the period. */
    isWholePeriod: chosen === null,
    panTo,
    /** Pans to a slot that is out of view. */
    reveal: (slot: number): void => {
      if (slot < view.from) panTo(slot);
      else if (slot > view.to) panTo(slot - (view.to - view.from));
    },
    /** Zooms by a key; `false`: the key is none of those. */
    zoomByKey: (key: string): boolean => {
      const factor = grid.hasCandles ? ZOOM_KEYS[key] : undefined;
      if (factor !== undefined) zoom(factor);
      return factor !== undefined;
    },
    zoom,
    zoomTo,
  };
}

type ChartMovement = ReturnType<typeof useChartView>;

/**
 * Pans a chart of candles with the mouse or a wheel to the side, and zooms it with a wheel or two
 * fingers.
 */
export function useGestures(
  element: RefObject<HTMLElement | null>,
  { hasCandles }: ChartGrid,
  { slotWidth }: ChartLayout,
  { view, panTo, zoom, zoomTo }: ChartMovement,
) {
  const [grabbed, setGrabbed] = useState<{ x: number; from: number } | null>(null);
  const fingers = useRef(new Map<number, number>());
  const pinched = useRef<{ length: number; spread: number } | null>(null);
  const onWheel = useEffectEvent((event: WheelEvent): void => {
    const isSideways = Math.abs(event.deltaX) > Math.abs(event.deltaY);
    if (!event.ctrlKey && !isSideways) return;
    event.preventDefault();
    if (isSideways) panTo(view.from + event.deltaX / slotWidth);
    else zoom(2 ** (event.deltaY / DOUBLING_PX));
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
    isGrabbed: grabbed !== null,
    onPointerDown: (event: PointerEvent<HTMLElement>): void => {
      if (!hasCandles || event.pointerType !== 'mouse' || event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      setGrabbed({ x: event.clientX, from: view.from });
    },
    drag: ({ clientX }: PointerEvent<HTMLElement>): void => {
      if (grabbed) panTo(grabbed.from - (clientX - grabbed.x) / slotWidth);
    },
    /** Zooms by how far two fingers are apart; `false`: there is one, or a mouse. */
    pinch: ({ pointerType, pointerId, clientX }: PointerEvent<HTMLElement>): boolean => {
      if (!hasCandles || pointerType !== 'touch') return false;
      fingers.current.set(pointerId, clientX);
      const [first = 0, second] = fingers.current.values();
      if (second === undefined) return false;
      const spread = Math.max(1, Math.abs(second - first));
      // Several moves may come before the next rendering, so each counts from the start.
      pinched.current ??= { length: view.to - view.from, spread };
      zoomTo((pinched.current.length * pinched.current.spread) / spread);
      return true;
    },
    release: ({ pointerId }: PointerEvent<HTMLElement>): void => {
      fingers.current.delete(pointerId);
      pinched.current = null;
      setGrabbed(null);
    },
  };
}

function within({ from, to }: ChartView, last: number): ChartView {
  const end = Math.min(Math.max(to, MIN_SHOWN), Math.max(1, last));
  return { from: Math.min(Math.max(0, from), Math.max(0, end - 1)), to: end };
}
