import {
  use,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  type CSSProperties,
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
  useState,
} from 'react';
import type { ChangeOrigin } from '@/lib/domain/history/change.ts';
import type { CandlePeriod } from '@/lib/domain/history/periods.ts';
import { t } from '@/lib/base/locale/t.ts';
import type { UnixSeconds } from '@/lib/base/units.ts';
import type { Tone } from '@/lib/domain/market/price-state.ts';
import type { StoredPrice } from '@/lib/domain/prices/stored-price.ts';
import { toDecimal, toShortDecimalString } from '@/lib/domain/prices/decimal.ts';
import { AlertLevels, type Pulled } from '../alerts/alert-levels.tsx';
import { levelTag } from '../alerts/level-tag.ts';
import { pullAtPointer } from '../alerts/picked-level.ts';
import { Collecting } from './chart-collecting.tsx';
import { ChartDrawing } from './chart-drawing.tsx';
import { nearestFilled, slotAfterKey, slotAtTime, type ChartGrid } from './chart-grid.ts';
import {
  AXIS,
  axisWidth,
  layOut,
  slotAt,
  spreadLabels,
  WIDE,
  WIDE_AXIS,
  xOf,
  yOf,
} from './chart-layout.ts';
import {
  levelValue,
  priceTag,
  rangeOf,
  shownRange,
  toChartScale,
  valueOf,
  type ChartScale,
} from './chart-scale.ts';
import { chartName, slotFigures } from './slot-text.ts';
import { growInto, OpenedLineContext } from '../../shared/growth.ts';
import { useAlertLevels, type AlertLevel } from '../alerts/use-alert-levels.ts';
import { useChartView, useGestures, xIn } from './use-chart-view.ts';
import { useMovingLevel } from '../alerts/use-moving-level.ts';
import styles from './chart.module.css';

export interface ChartProps {
  id: string;
  period: CandlePeriod;
  grid: ChartGrid;
  start: ChangeOrigin | null;
  /** Direction of the shown price since the start. */
  way: 'up' | 'down' | 'flat';
  /** The price of the headline; the tag and the dot show it too. `null`: none. */
  latest: Pick<StoredPrice, 'price' | 'expo' | 'publishTime'> | null;
  tone: Tone;
  /** Whether past prices are on their way. */
  isAwaited: boolean;
  /** Whether another period was chosen, whose prices are not there yet. */
  isLoading: boolean;
  /** Draw candlesticks instead of a line through the closes. */
  asCandles: boolean;
  cursor: number | null;
  onCursor: (index: number | null) => void;
  /** Whether an alert is being written: then only its level is shown. */
  isComposing: boolean;
  /** The level of that alert; `null` if it has none. */
  pulled: Pulled | null;
  /** When that alert would have triggered; `isOnPrice`: it has no level. */
  marks: readonly { time: UnixSeconds; isLater: boolean; isOnPrice: boolean }[];
  /** A level was chosen for a new alert, or the one that is being written. */
  onPull: (level: string, isDragged?: boolean) => void;
  /** The pointer takes or releases the level. */
  onHold: (isHeld: boolean) => void;
  onPulled: (outcome: 'add' | 'cancel') => void;
}

const TAG_HEIGHT = 24;

/** The chart with the levels of alerts over it. New levels are pulled from the prices beside it. */
export function Chart(props: ChartProps) {
  const { grid, start, pulled, onPull, onHold } = props;
  const place = useRef<HTMLDivElement>(null);
  const { levels: stored, price } = useAlertLevels(props.id);
  const levels = props.isComposing ? NONE : stored;
  const moving = useMovingLevel(levels);
  const { scale, layout, axis, movement, dot, lastTag, tags } = useGeometry(
    props,
    place,
    levels,
    moving,
  );
  const [lastY = null] = tags;
  useGrowth(place, layout);

  return (
    <div
      className={styles.place}
      ref={place}
      dir="ltr"
      data-way={props.way}
      data-tone={props.tone}
      data-loading={props.isLoading || undefined}
    >
      <ChartDrawing
        {...{ grid, scale, layout, axis, start, dot }}
        isGray={props.tone === 'gray'}
        cursor={props.cursor}
        taken={tags.filter((y) => y !== null)}
      />
      <Surface {...props} layout={layout} movement={movement} scale={scale} />
      <Axis {...{ layout, scale, onPull, onHold }} />
      {lastY !== null && props.cursor === null && !props.isComposing && (
        // A new text gets a new tag, so that no text moves.
        <span
          key={lastTag}
          className={styles.tag}
          data-part="last-tag"
          style={translated(lastY)}
          aria-hidden
        >
          {lastTag}
        </span>
      )}
      {!props.isAwaited && <Collecting grid={grid} layout={layout} />}
      <AlertLevels
        {...{ levels, price, scale, layout, moving, pulled, onPull, onHold }}
        tags={tags.slice(1)}
        marks={props.marks.map(({ time, isLater, isOnPrice }) => {
          const slot = slotAtTime(grid, { time });
          const then = scale.points[nearestFilled(grid, slot) ?? slot]?.price ?? 0;
          const x = Math.round(xOf(layout, slot));
          return { x, y: isOnPrice ? yOf(layout, then) : null, isLater };
        })}
        onPulled={props.onPulled}
        onPoint={(index) => props.onCursor(index === null ? null : nearestFilled(grid, index))}
      />
    </div>
  );
}

const NONE: [] = [];

/** The row's line grows into the chart's. */
function useGrowth(place: RefObject<HTMLElement | null>, layout: ReturnType<typeof layOut>): void {
  const opened = use(OpenedLineContext);
  const grow = useEffectEvent(() => {
    const drawing = place.current?.querySelector('svg');
    if (!place.current || !drawing || !opened) return;
    growInto(
      opened,
      drawing.querySelector('[data-part="prices"]'),
      [place.current, drawing],
      layout,
    );
  });
  useLayoutEffect(() => grow(), []);
}

/** Positions of the prices and of the tags: the last price, the pulled level and the others. */
function useGeometry(
  { grid, start, latest: price, asCandles, pulled, isComposing }: ChartProps,
  place: RefObject<HTMLElement | null>,
  levels: readonly AlertLevel[],
  moving: ReturnType<typeof useMovingLevel>,
) {
  const size = useSize(place);
  const scale = useMemo(() => toChartScale(grid, asCandles), [grid, asCandles]);
  const movement = useChartView(grid);
  const { view, isWholePeriod } = movement;
  const latest = price && toDecimal(price.price, price.expo);
  const lastTag = latest ? priceTag(latest, scale) : '';
  const prices = rangeOf(
    scale.points.slice(Math.max(0, Math.floor(view.from)), Math.ceil(view.to) + 1),
    scale.shortest,
    start && isWholePeriod ? valueOf(start.from, scale) : null,
  );
  const written = pulled?.shown == null ? [] : [{ level: pulled.shown, isMovable: true }];
  const range = shownRange(prices, valuesOf([...levels, ...written], scale), isComposing);
  const usual = size.width >= WIDE ? WIDE_AXIS : AXIS;
  // Only its heights are used; they don't depend on the width of the axis.
  const unfinished = layOut({ ...size, axis: usual }, view, range);
  const axis = axisWidth(size.width, usual, [
    lastTag,
    ...(pulled ? [levelTag({ ...pulled, isMovable: true }, scale, unfinished)] : []),
    ...levels.map((each) => levelTag({ ...each, level: moving.shown(each) }, scale, unfinished)),
  ]);
  const layout = layOut({ ...size, axis }, view, range);
  const lastValue = latest && valueOf(latest, scale);
  const values = [
    isComposing ? null : lastValue,
    pulled && levelValue(pulled.level, scale),
    ...levels.map((level) => levelValue(moving.shown(level), scale)),
  ];
  const centers = values.map((value) =>
    value === null ? null : Math.min(layout.height, Math.max(0, yOf(layout, value))),
  );
  const dot =
    price && lastValue !== null
      ? { slot: slotAtTime(grid, { time: price.publishTime }), value: lastValue }
      : null;
  return { scale, layout, axis, movement, dot, lastTag, tags: spread(centers, layout.height) };
}

function translated(y: number): CSSProperties {
  return Object.fromEntries([['--y', `${y.toFixed(1)}px`]]);
}

/** The values of movable levels as stored: a level extends the range only where it stays. */
function valuesOf(
  levels: readonly Pick<AlertLevel, 'level' | 'isMovable'>[],
  scale: ChartScale,
): readonly number[] {
  return levels.flatMap(({ level, isMovable }) => {
    const value = isMovable ? levelValue(level, scale) : null;
    return value === null ? [] : [value];
  });
}

function spread(centers: readonly (number | null)[], height: number): (number | null)[] {
  const known = centers.filter((y) => y !== null);
  const placed = [...spreadLabels(known, TAG_HEIGHT, height)];
  return centers.map((y) => (y === null ? null : (placed.shift() ?? y)));
}

interface SurfaceProps extends ChartProps {
  layout: ReturnType<typeof layOut>;
  movement: ReturnType<typeof useChartView>;
  scale: ChartScale;
}

/**
 * What the pointer and the keys mark. To assistive technology it is a slider over the prices that
 * announces the marked one. Arrow keys move from price to price; Enter starts an alert at it.
 */
function Surface(props: SurfaceProps) {
  const { grid, period, cursor, onCursor, onPull, layout, movement, scale } = props;
  const element = useRef<HTMLDivElement>(null);
  const gestures = useGestures(element, grid, layout, movement);
  const marked = cursor === null ? null : grid.slots[cursor];
  const last = grid.slots.length - 1;

  const onKeyDown = (event: KeyboardEvent): void => {
    const next = slotAfterKey(grid, cursor, event.key);
    if (event.key === 'Enter') {
      const level = levelOf(marked ?? grid.slots.findLast((slot) => slot !== null));
      if (level !== null) onPull(level);
    } else if (next !== null) {
      movement.reveal(next);
      onCursor(next);
    } else if (!movement.zoomByKey(event.key, cursor)) return;
    event.preventDefault();
  };
  const point = (event: PointerEvent<HTMLElement>): void => {
    if (gestures.drag(event)) {
      onCursor(null);
      return;
    }
    const slot = slotAt(layout, xIn(event.currentTarget, event));
    onCursor(nearestFilled(grid, Math.min(last, Math.max(0, slot))));
  };

  return (
    <div
      ref={element}
      className={styles.surface}
      style={{ width: `${layout.width}px`, height: `${layout.height}px` }}
      data-part="chart"
      role="slider"
      tabIndex={0}
      aria-label={chartName(period)}
      aria-valuemin={0}
      aria-valuemax={last}
      aria-valuenow={cursor ?? last}
      aria-valuetext={slotWords(grid, marked)}
      onKeyDown={onKeyDown}
      onDoubleClick={(event) => pullAtPointer(event, { layout, scale, onPull })}
      onPointerDown={(event) => {
        gestures.onPointerDown(event);
        if (event.pointerType !== 'mouse') point(event);
      }}
      onPointerMove={point}
      onPointerUp={gestures.release}
      onPointerLeave={() => onCursor(null)}
      onPointerCancel={(event) => {
        gestures.release(event);
        onCursor(null);
      }}
      onBlur={() => onCursor(null)}
    />
  );
}

/** The prices beside the chart: a level is pulled from them. The keyboard has Enter on the chart. */
function Axis(props: Pick<SurfaceProps, 'layout' | 'onPull' | 'onHold' | 'scale'>) {
  const { layout, onHold } = props;
  const pull = (event: PointerEvent<HTMLElement>): void => pullAtPointer(event, props, true);
  const release = (): void => onHold(false);
  return (
    <div
      className={styles.pull}
      style={{ left: `${layout.width}px`, height: `${layout.height}px` }}
      data-part="axis"
      title={t('chart.pullHint')}
      aria-hidden="true"
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        onHold(true);
        pull(event);
      }}
      onPointerMove={(event) => {
        if (event.currentTarget.hasPointerCapture(event.pointerId)) pull(event);
      }}
      onPointerUp={release}
      onPointerCancel={release}
    />
  );
}

function levelOf(slot: ChartGrid['slots'][number] | undefined): string | null {
  const price = slot ? toDecimal(slot.price, slot.expo) : null;
  return price && toShortDecimalString(price);
}

function slotWords(grid: ChartGrid, marked: ChartGrid['slots'][number] | undefined): string {
  const slot = marked ?? grid.slots.findLast((each) => each !== null);
  if (!slot) return t('alerts.noPrice');
  const { time, price, confidence, ema } = slotFigures(slot, grid);
  if (confidence === null || ema === null) {
    return slot.candle ? t('chart.candleText', { time, price }) : `${time}: ${price}`;
  }
  return t('chart.valueText', { time, price, confidence, ema });
}

interface Size {
  width: number;
  height: number;
}

// Tests lay out nothing: their charts have the popup's size.
const USUAL: Size = { width: 380, height: 264 };

/** The size of an element, measured before it is painted and whenever it changes. */
function useSize(element: RefObject<HTMLElement | null>): Size {
  const [size, setSize] = useState(USUAL);
  useLayoutEffect(() => {
    const { current } = element;
    if (!current) return undefined;
    const measure = (): void => {
      const { offsetWidth: width, offsetHeight: height } = current;
      if (width === 0 || height === 0) return;
      setSize((before) =>
        before.width === width && before.height === height ? before : { width, height },
      );
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    return () => observer.disconnect();
  }, [element]);
  return size;
}
