import { useEffect, useRef, type CSSProperties } from 'react';
import { t } from '@/lib/base/locale/t.ts';
import { numberText, plainPercent } from '@/lib/domain/alerts/text/figures.ts';
import { conditionTitle } from '@/lib/domain/alerts/text/condition-words.ts';
import { changePercent } from '@/lib/domain/prices/arithmetic.ts';
import { parseDecimal, toDecimalString, type Decimal } from '@/lib/domain/prices/decimal.ts';
import { slotAt, valueAt, yOf, type ChartLayout } from '../chart/chart-layout.ts';
import { levelAt, levelValue, movedLevel, type ChartScale } from '../chart/chart-scale.ts';
import { levelTag, sideOf } from './level-tag.ts';
import { pulledTrigger } from './pulled-alert.tsx';
import type { AlertLevel } from './use-alert-levels.ts';
import { useLineEvents, type LineEvents } from './use-line-events.ts';
import type { useMovingLevel } from './use-moving-level.ts';
import styles from './alert-levels.module.css';

/** The level of an alert being created. */
export interface Pulled {
  level: string;
  /** Whether the keyboard was used: then the level has the focus. */
  byKey: boolean;
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
  /** Where the pulled level would have triggered, in pixels. */
  marks: readonly { x: number; isLater: boolean }[];
  onPull: (level: string) => void;
  onPulled: (outcome: 'add' | 'cancel') => void;
  /** The pointer is over this slot of the chart; `null`: the pointer left. */
  onPoint: (slot: number | null) => void;
}

/** The levels of the feed's alerts as lines over the chart, and their tags beside it. */
export function AlertLevels(props: AlertLevelsProps) {
  const { levels, price, moving, pulled, tags, onPull, onPulled } = props;
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
        />
      ))}
      {pulled && (
        <Line
          {...props}
          alertId=""
          level={pulled.level}
          condition={conditionTitle(pulledTrigger(pulled.level, price))}
          tag={pulledTag}
          isActive
          isMovable
          isMoving
          isPulled
          takesFocus={pulled.byKey}
          onMove={onPull}
          onCommit={() => onPulled('add')}
          onCancel={() => onPulled('cancel')}
        />
      )}
      {pulled && <Marks {...props} level={pulled.level} />}
    </div>
  );
}

/** Dots on the pulled level. The sentence below the chart says how many there are. */
function Marks({ marks, level, scale, layout }: AlertLevelsProps & { level: string }) {
  const y = yOf(layout, levelValue(level, scale) ?? 0);
  if (y < 0 || y > layout.height) return null;
  // Of several marks in one place, only the earliest is drawn.
  const inView = marks.filter(({ x }) => x >= 0 && x <= layout.width).toReversed();
  return [...new Map(inView.map((mark) => [mark.x, mark])).values()].map(({ x, isLater }) => (
    <i
      key={x}
      className={styles.mark}
      style={{ left: `${x}px`, top: `${y.toFixed(1)}px` }}
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
    Pick<LineEvents, 'isMoving' | 'onCommit' | 'onCancel'> {
  /** Center of its tag, in pixels. */
  tag: number | null;
  isPulled?: boolean;
  takesFocus?: boolean;
  onMove: (level: string) => void;
}

/** A level that the pointer and the keyboard move, unless it follows the price. */
function Line(props: LineProps) {
  const { level, scale, layout, isMovable, isPulled, isMoving, takesFocus, onMove } = props;
  const { width, height } = layout;
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (takesFocus) element.current?.focus();
  }, [takesFocus]);
  const y = yOf(layout, levelValue(level, scale) ?? 0);
  const beyond = sideOf(level, scale, layout);
  const events = useLineEvents({
    ...props,
    y,
    commitsOnBlur: !isPulled,
    onStep: (steps) => onMove(movedLevel(level, steps, scale)),
    onDrag: (to) => {
      const dragged = levelAt(valueAt(layout, Math.min(height, Math.max(0, to))), scale);
      if (dragged !== null) onMove(dragged);
    },
    onPoint: (x) => props.onPoint(x === null || x > width ? null : slotAt(layout, x)),
  });
  return (
    <div
      ref={element}
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
