import {
  isMalformed,
  type MalformedSchedule,
  type Schedule,
} from '@/lib/prices/schedule-grammar.ts';
import { marketState } from '@/lib/prices/market-schedule.ts';
import type { UnixMilliseconds } from '@/lib/units.ts';
import { lazyFormat } from './lazy-format.ts';

const DAY_MS = 86_400_000;

const thisWeek = lazyFormat({ weekday: 'short', hour: 'numeric', minute: '2-digit' });
const later = lazyFormat({ day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit' });

const openings = new WeakMap<Schedule, number | null>();

/** When a closed market opens, in the user's time zone: `opens Mon 15:30`; empty if unknown. */
export function openingNote(
  schedule: Schedule | MalformedSchedule,
  nowMs: UnixMilliseconds,
): string {
  if (isMalformed(schedule)) return '';
  const at = nextOpening(schedule, nowMs);
  if (at === null) return '';
  const format = at - nowMs < 6 * DAY_MS ? thisWeek() : later();
  return `opens ${format.format(at)}`;
}

// Dozens of feeds share one schedule object, and its next opening stays valid until it has passed.
function nextOpening(schedule: Schedule, nowMs: UnixMilliseconds): UnixMilliseconds | null {
  const known = openings.get(schedule);
  if (known !== undefined && (known === null || known > nowMs)) return known;
  const state = marketState(schedule, Temporal.Instant.fromEpochMilliseconds(nowMs));
  const at = state.nextOpening?.epochMilliseconds ?? null;
  openings.set(schedule, at);
  return at;
}
