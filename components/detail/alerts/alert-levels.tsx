import type { CSSProperties } from 'react';
import { t } from '@/lib/base/locale/t.ts';
import { goTo } from '../../shared/route.ts';
import { numberText, plainPercent } from '@/lib/domain/alerts/text/figures.ts';
import { changePercent } from '@/lib/domain/prices/arithmetic.ts';
import { parseDecimal, toDecimalString, type Decimal } from '@/lib/domain/prices/decimal.ts';
import { slotAt, yOf, type ChartLayout } from '../chart/chart-layout.ts';
import { levelValue, movedLevel, type ChartScale } from '../chart/chart-scale.ts';
import { pickedLevel } from './picked-level.ts';
import { levelTag, sideOf } from './level-tag.ts';
import type { AlertLevel } from './use-alert-levels.ts';
import { useLineEvents, type LineEvents } from './use-line-events.ts';
import type { useMovingLevel } from './use-moving-level.ts';
import styles from './alert-levels.module.css';

/** The level of an alert being created. */
export interface Pulled {
  level: string;
  /** `Rises above 65,000`. */
  condition: string;
  /** The level that the chart makes room for; `null`: none. */
  shown: string | null;
}

/** When an alert that is being written would have triggered. */
interface Mark {
  /** In pixels. */
  x: number;
  /** Where the price was then, in pixels; `null`: the mark is on the level. */
  y: number | null;
  /** Whether a one-time alert would have been finished by then. */
  isLater: boolean;
}

interface AlertLevelsProps {
  levels: readonly AlertLevel[];
  price: Decimal | null;
  scale: ChartScale;
  layout: ChartLayout;
  moving: ReturnType<typeof useMovingLevel>;
  /** The level of the alert being created; `null` if there is none. */
  pulled: Pulled | null;
  /** Where the tags of the pulled level and of all others are, in pixels; `null`: nowhere. */
  tags: readonly (number | null)[];
  marks: readonly Mark[];
  onPull: (level: string) => void;
  onHold: (isHeld: boolean) => void;
  onPulled: (outcome: 'add' | 'cancel') => void;
  /** The pointer is over this slot of the chart; `null`: the pointer left. */
  onPoint: (slot: number | null) => void;
}

/** The levels of the feed's alerts as lines over the chart, and their tags beside it. */
export function AlertLevels(props: AlertLevelsProps) {
  const { levels, moving, pulled, tags, onPull, onHold, onPulled } = props;
  const [pulledTag = null, ...otherTags] = tags;
  return (
    <div className={styles.levels}>
      {levels.map((each, index) => (
        <Line
          key={each.alertId}
          {...props}
          {...each}
          level={moving.shown(each)}
          tag={otherTags[index] ?? null}
          isMoving={moving.isMoving(each)}
          onMove={(to) => moving.moveTo(each, to)}
          onCommit={() => void moving.commit()}
          onCancel={moving.cancel}
          onOpen={() => goTo({ view: 'edit-alert', alertId: each.alertId })}
        />
      ))}
      {pulled && (
        <Line
          {...props}
          alertId=""
          level={pulled.level}
          condition={pulled.condition}
          tag={pulledTag}
          isActive
          isMovable
          isMoving
          isPulled
          onMove={onPull}
          onHold={onHold}
          onCommit={() => onPulled('add')}
          onCancel={() => onPulled('cancel')}
        />
      )}
      <Marks {...props} />
    </div>
  );
}

/** Dots on the pulled level or on the prices. The sentence below the chart says how many. */
function Marks({ marks, pulled, scale, layout }: AlertLevelsProps) {
  const level = pulled && yOf(layout, levelValue(pulled.level, scale) ?? 0);
  const isInside = (y: number): boolean => y >= 0 && y <= layout.height;
  const inView = marks.flatMap((mark) => {
    const y = mark.y ?? level;
    return y !== null && isInside(y) && mark.x >= 0 && mark.x <= layout.width
      ? [{ ...mark, y }]
      : [];
  });
  // Of several marks in one place, only the earliest is drawn.
  const byPlace = new Map(inView.toReversed().map((mark) => [mark.x, mark]));
  return [...byPlace.values()].map(({ x, y, isLater }) => (
    <i
      key={x}
      className={styles.mark}
      style={{ translate: `${x}px ${y.toFixed(1)}px` }}
      data-part="mark"
      data-later={isLater || undefined}
      aria-hidden="true"
    />
  ));
}

interface LineProps
  extends
    AlertLevel,
    Pick<AlertLevelsProps, 'price' | 'scale' | 'layout' | 'onPoint'>,
    Pick<LineEvents, 'isMoving' | 'onCommit' | 'onCancel' | 'onHold' | 'onOpen'> {
  /** Center of its tag, in pixels. */
  tag: number | null;
  isPulled?: boolean;
  onMove: (level: string) => void;
}

/** A level that the pointer and the keyboard move, unless it follows the price. */
function Line(props: LineProps) {
  const { level, scale, layout, isMovable, isPulled, isMoving, onMove } = props;
  const { width } = layout;
  const y = yOf(layout, levelValue(level, scale) ?? 0);
  const beyond = sideOf(level, scale, layout);
  const events = useLineEvents({
    ...props,
    y,
    commitsOnBlur: !isPulled,
    onStep: (steps) => onMove(movedLevel(level, steps, scale)),
    onDrag: (to, isFree) => {
      const dragged = pickedLevel(to, { layout, scale }, isFree);
      if (dragged !== null) onMove(dragged);
    },
    onPoint: (x) => props.onPoint(x === null || x > width ? null : slotAt(layout, x)),
  });
  return (
    <div
      className={styles.level}
      style={lengths({ '--y': beyond ? props.tag : y, '--tag-y': props.tag, '--width': width })}
      data-alert={props.alertId}
      data-inactive={!props.isActive || undefined}
      data-beyond={beyond ?? undefined}
      data-pulled={isPulled}
      data-moving={isMoving || undefined}
      // The list of alerts below the chart explains a level that cannot be moved.
      {...(isMovable
        ? { ...sliderOf(props), ...events }
        : { 'data-fixed': true, 'aria-hidden': true })}
    >
      <span className={styles.tag}>{levelTag(props, scale, layout)}</span>
    </div>
  );
}

function sliderOf({ level, condition, price, scale, layout }: LineProps) {
  const now = Number(level);
  return {
    role: 'slider',
    tabIndex: 0,
    title: t('chart.level.hint'),
    'aria-label': t('chart.level.label', { condition }),
    'aria-orientation': 'vertical' as const,
    'aria-valuemin': Math.min(now, layout.bottom * 10 ** scale.power),
    'aria-valuemax': Math.max(now, layout.top * 10 ** scale.power),
    'aria-valuenow': now,
    'aria-valuetext': levelWords(level, price),
  };
}

function lengths(values: Record<string, number | null>): CSSProperties {
  return Object.fromEntries(
    Object.entries(values).map(([name, length]) => [name, `${(length ?? 0).toFixed(1)}px`]),
  );
}

/** A level and its distance from the price: `65,000, 1.20% above the price`. */
function levelWords(level: string, price: Decimal | null): string {
  const text = numberText(level);
  const exact = parseDecimal(level);
  const percent = price && exact && changePercent(exact, price);
  if (!percent) return text;
  if (percent.mantissa === 0n) return t('chart.level.at', { level: text });
  return t(percent.mantissa > 0n ? 'chart.level.above' : 'chart.level.below', {
    level: text,
    percent: plainPercent(toDecimalString(percent)),
  });
}
