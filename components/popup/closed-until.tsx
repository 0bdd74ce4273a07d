import type { AnySchedule } from '@/lib/domain/prices/schedule-grammar.ts';
import { useCorrectedClock } from '../shared/hooks/clock.ts';
import { ClosedMark } from '../shared/marks.tsx';
import { openingText } from '../shared/opening-text.ts';

/** The mark of a closed market, with the time when it opens. */
export default function ClosedUntil({ schedule }: { schedule: AnySchedule }) {
  return <ClosedMark opensAt={useCorrectedClock((nowMs) => openingText(schedule, nowMs))} />;
}
