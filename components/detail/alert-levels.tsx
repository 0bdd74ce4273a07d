import type { Decimal } from '@/lib/domain/prices/decimal.ts';
import { FixedLine, MovableLine, type LinePlace } from './alert-line.tsx';
import { slotAt, valueAt, yOf, type ChartLayout } from './chart-layout.ts';
import { levelAt, levelValue, movedLevel, type ChartScale } from './chart-scale.ts';
import { labelColumns } from './label-columns.ts';
import type { AlertLevel } from './use-alert-levels.ts';
import { useMovingLevel } from './use-moving-level.ts';
import styles from './alert-levels.module.css';

interface AlertLevelsProps {
  levels: readonly AlertLevel[];
  price: Decimal | null;
  scale: ChartScale;
  layout: ChartLayout;
  /** The pointer is over this slot of the chart; `null`: it left. */
  onPoint: (slot: number | null) => void;
}

// In pixels. As high as a label is the area in which a line can be dragged.
const LABEL_HEIGHT = 24;
const COLUMN_WIDTH = 92;

/** The levels of the feed's alerts, as lines over the chart. */
export function AlertLevels({ levels, price, scale, layout, onPoint }: AlertLevelsProps) {
  const moving = useMovingLevel(levels);
  const lines = linesOf(levels, moving.shown, scale, layout);
  const range = { low: layout.bottom * 10 ** scale.power, high: layout.top * 10 ** scale.power };

  const eventsOf = (level: AlertLevel) => ({
    isMoving: moving.isMoving(level),
    onStep: (steps: number) => moving.moveTo(level, movedLevel(moving.shown(level), steps, scale)),
    onDrag: (y: number) => {
      const to = levelAt(valueAt(layout, within(0, layout.height, y)), scale);
      if (to !== null) moving.moveTo(level, to);
    },
    onCommit: () => void moving.commit(),
    onCancel: moving.cancel,
    onPoint: (x: number | null) =>
      onPoint(x === null || x > layout.width ? null : slotAt(layout, x)),
  });

  return (
    // Excluded from exported pictures: alerts are private. As on the chart, left is left in every
    // language.
    <div className={styles.levels} dir="ltr" data-no-picture>
      {lines.map(({ level, place }) => {
        const line = { level, place, price, shown: moving.shown(level) };
        return level.isMovable ? (
          <MovableLine key={level.alertId} {...line} range={range} events={eventsOf(level)} />
        ) : (
          <FixedLine key={level.alertId} {...line} />
        );
      })}
    </div>
  );
}

function linesOf(
  levels: readonly AlertLevel[],
  shown: (level: AlertLevel) => string,
  scale: ChartScale,
  layout: ChartLayout,
): { level: AlertLevel; place: LinePlace }[] {
  const lines = levels.flatMap((level) => {
    const value = levelValue(shown(level), scale);
    return value === null ? [] : [{ level, place: placeOf(value, layout) }];
  });
  const columns = labelColumns(
    lines.map(({ place }) => place.labelY),
    LABEL_HEIGHT,
    Math.max(1, Math.floor(layout.width / COLUMN_WIDTH)),
  );
  return lines.map(({ level, place }, index) => ({
    level,
    place: { ...place, labelX: (columns[index] ?? 0) * COLUMN_WIDTH },
  }));
}

function placeOf(value: number, layout: ChartLayout): Omit<LinePlace, 'labelX'> {
  const { width, height } = layout;
  const y = yOf(layout, value);
  const labelY = within(LABEL_HEIGHT / 2, height - LABEL_HEIGHT / 2, y);
  if (y < 0) return { y: labelY, labelY, width, beyond: 'above' };
  return y > height
    ? { y: labelY, labelY, width, beyond: 'below' }
    : { y, labelY, width, beyond: null };
}

function within(least: number, most: number, value: number): number {
  return Math.min(most, Math.max(least, value));
}
