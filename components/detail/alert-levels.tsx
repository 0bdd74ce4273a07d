import { useEffect, useRef, type CSSProperties } from 'react';
import { t } from '@/lib/base/locale/t.ts';
import { numberText, plainPercent } from '@/lib/domain/alerts/text/figures.ts';
import { conditionTitle } from '@/lib/domain/alerts/text/condition-words.ts';
import { changePercent } from '@/lib/domain/prices/arithmetic.ts';
import { parseDecimal, toDecimalString, type Decimal } from '@/lib/domain/prices/decimal.ts';
import { formatPrice } from '@/lib/domain/prices/format-price.ts';
import { slotAt, valueAt, yOf, type ChartLayout } from './chart-layout.ts';
import { levelAt, levelValue, movedLevel, type ChartScale } from './chart-scale.ts';
import { pulledTrigger } from './pulled-trigger.ts';
import type { AlertLevel } from './use-alert-levels.ts';
import { useLineEvents, type LineEvents } from './use-line-events.ts';
import type { useMovingLevel } from './use-moving-level.ts';
import styles from './alert-levels.module.css';

/** A level of an alert that is being made. */
export interface Pulled {
  /** Exact decimal. */
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
  /** The level of an alert that is being made; `null`: none is. */
  pulled: Pulled | null;
  /** Where the tags of the pulled level and of all others are, in pixels; `null`: nowhere. */
  tags: readonly (number | null)[];
  onPull: (level: string) => void;
  onPulled: (outcome: 'add' | 'cancel') => void;
  /** The pointer is over this slot of the chart; `null`: it left. */
  onPoint: (slot: number | null) => void;
}

/** The levels of the feed's alerts as lines over the chart, and their tags beside it. */
export function AlertLevels(props: AlertLevelsProps) {
  const { levels, pulled, tags } = props;
  const [pulledTag = null, ...otherTags] = tags;
  return (
    <div className={styles.levels}>
      {levels.map((level, index) => (
        <StoredLine key={level.alertId} {...props} level={level} tag={otherTags[index] ?? null} />
      ))}
      {pulled && <PulledLine {...props} pulled={pulled} tag={pulledTag} />}
    </div>
  );
}

function StoredLine({
  level,
  tag,
  ...props
}: AlertLevelsProps & { level: AlertLevel; tag: number | null }) {
  const { scale, layout, moving } = props;
  const { alertId, condition, isActive } = level;
  const shown = moving.shown(level);
  const move = (to: string): void => moving.moveTo(level, to);
  const line = { alertId, shown, tag, scale, layout, isActive };
  if (!level.isMovable) return <FixedLine {...line} />;
  return (
    <MovableLine
      {...line}
      condition={condition}
      price={props.price}
      events={{
        isMoving: moving.isMoving(level),
        onCommit: () => void moving.commit(),
        onCancel: moving.cancel,
        ...eventsOf(props, shown, move),
      }}
    />
  );
}

function PulledLine({
  pulled,
  tag,
  ...props
}: AlertLevelsProps & { pulled: Pulled; tag: number | null }) {
  const { scale, layout, price, onPull, onPulled } = props;
  const { level, byKey } = pulled;
  return (
    <MovableLine
      {...{ alertId: '', shown: level, tag, scale, layout, price }}
      isActive
      isPulled
      takesFocus={byKey}
      condition={conditionTitle(pulledTrigger(level, price))}
      events={{
        isMoving: true,
        onCommit: () => onPulled('add'),
        onCancel: () => onPulled('cancel'),
        ...eventsOf(props, level, onPull),
      }}
    />
  );
}

/** How keys and the pointer move a level, and the pointer over it marks a price. */
function eventsOf(
  { scale, layout, onPoint }: Pick<AlertLevelsProps, 'scale' | 'layout' | 'onPoint'>,
  shown: string,
  move: (level: string) => void,
) {
  return {
    onStep: (steps: number): void => move(movedLevel(shown, steps, scale)),
    onDrag: (y: number): void => {
      const to = levelAt(valueAt(layout, Math.min(layout.height, Math.max(0, y))), scale);
      if (to !== null) move(to);
    },
    onPoint: (x: number | null): void =>
      onPoint(x === null || x > layout.width ? null : slotAt(layout, x)),
  };
}

interface LineProps {
  alertId: string;
  /** The level as it is shown: exact decimal. */
  shown: string;
  /** Center of its tag, in pixels. */
  tag: number | null;
  scale: ChartScale;
  layout: ChartLayout;
  isActive: boolean;
}

interface MovableLineProps extends LineProps {
  condition: string;
  price: Decimal | null;
  isPulled?: boolean;
  takesFocus?: boolean;
  events: Omit<LineEvents, 'y' | 'commitsOnBlur'>;
}

/** A level that the user can move with the pointer and the keyboard. */
function MovableLine({
  condition,
  price,
  isPulled,
  takesFocus,
  events,
  ...line
}: MovableLineProps) {
  const { shown, layout, scale } = line;
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (takesFocus) element.current?.focus();
  }, [takesFocus]);
  const now = Number(shown);
  const value = levelValue(shown, scale) ?? 0;
  return (
    <div
      ref={element}
      {...looks(line)}
      role="slider"
      tabIndex={0}
      aria-label={t('chart.level.label', { condition })}
      aria-orientation="vertical"
      aria-valuemin={Math.min(now, layout.bottom * 10 ** scale.power)}
      aria-valuemax={Math.max(now, layout.top * 10 ** scale.power)}
      aria-valuenow={now}
      aria-valuetext={levelWords(shown, price)}
      title={t('chart.level.hint')}
      data-pulled={isPulled || undefined}
      data-moving={events.isMoving || undefined}
      {...useLineEvents({ ...events, y: yOf(layout, value), commitsOnBlur: !isPulled })}
    >
      <Tag {...line} />
    </div>
  );
}

/** A level that follows the price. The list of alerts below the chart explains it. */
function FixedLine(line: LineProps) {
  return (
    <div {...looks(line)} data-fixed aria-hidden="true">
      <Tag {...line} />
    </div>
  );
}

const ARROWS = { above: '▲', below: '▼' };

function Tag({ shown, scale, layout }: LineProps) {
  const beyond = beyondOf(shown, scale, layout);
  return (
    <span className={styles.tag}>
      {beyond && <i>{ARROWS[beyond]}</i>}
      {levelText(shown)}
    </span>
  );
}

/** On which side of the visible range a level is; `null`: within it. */
function beyondOf(level: string, scale: ChartScale, layout: ChartLayout): 'above' | 'below' | null {
  const y = yOf(layout, levelValue(level, scale) ?? 0);
  if (y < 0) return 'above';
  return y > layout.height ? 'below' : null;
}

function looks({ alertId, shown, tag, scale, layout, isActive }: LineProps) {
  const beyond = beyondOf(shown, scale, layout);
  const y = beyond ? tag : yOf(layout, levelValue(shown, scale) ?? 0);
  const lengths = { '--y': y ?? 0, '--tag-y': tag ?? 0, '--width': layout.width };
  const style: CSSProperties = Object.fromEntries(
    Object.entries(lengths).map(([name, length]) => [name, `${length.toFixed(1)}px`]),
  );
  return {
    className: styles.level,
    style,
    'data-alert': alertId,
    'data-inactive': !isActive || undefined,
    'data-beyond': beyond ?? undefined,
  };
}

// A longer tag would not fit beside the chart.
const MAX_LENGTH = 8;

/** A level with all its digits, or shortened if it is long: `65,000`. @param level exact decimal */
function levelText(level: string): string {
  const exact = parseDecimal(level);
  if (!exact) return level;
  const plain = formatPrice(exact, { digits: 'all' }).text;
  if (plain.length <= MAX_LENGTH) return plain;
  const text = numberText(level);
  return text.length <= MAX_LENGTH ? text : formatPrice(exact, { digits: 'row' }).text;
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
