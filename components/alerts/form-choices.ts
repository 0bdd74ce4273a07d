import type { TriggerKind } from '@/lib/domain/alerts/model/trigger.ts';
import type { FeedAttributes } from '@/lib/domain/prices/attributes.ts';
import { isMalformed, parseSchedule } from '@/lib/domain/prices/schedule-grammar.ts';
import { subjectOf } from '@/lib/domain/holdings/subject.ts';
import { t } from '@/lib/base/locale/t.ts';

/** An event needs a change; a condition may already be true. Rarely needed kinds come last. */
export const KIND_GROUPS = [
  { label: 'alertForm.events', kinds: ['crosses', 'moves', 'market'] },
  { label: 'alertForm.conditions', kinds: ['is', 'stale-while-open'] },
  { label: 'row.menuHint', kinds: ['deviates-from-ema', 'confidence-wider'] },
] as const;

const KEYS = {
  crosses: 'crosses',
  moves: 'moves',
  market: 'market',
  is: 'is',
  'deviates-from-ema': 'ema',
  'confidence-wider': 'confidence',
  'stale-while-open': 'stale',
} as const satisfies Record<TriggerKind, string>;

/** @param current is always offered */
export function kindGroups(
  id: string,
  attributes: FeedAttributes,
  current: TriggerKind,
): { label: GroupLabel; kinds: TriggerKind[] }[] {
  return KIND_GROUPS.map(({ label, kinds }) => ({
    label,
    kinds: [...kinds].filter((kind) => kind === current || isPossible(kind, id, attributes)),
  })).filter(({ kinds }) => kinds.length > 0);
}

/** Calculated figures have no trading hours of their own, and some markets never close. */
function isPossible(kind: TriggerKind, id: string, attributes: FeedAttributes): boolean {
  if (subjectOf(id).kind !== 'feed') return isKindOfFigure(kind);
  const schedule = parseSchedule(attributes);
  return kind !== 'market' || (!isMalformed(schedule) && !schedule.alwaysOpen);
}

type GroupLabel = (typeof KIND_GROUPS)[number]['label'];

export function kindTitle(kind: TriggerKind): string {
  return t(`alertForm.kind.${KEYS[kind]}`);
}

function isKindOfFigure(kind: TriggerKind): boolean {
  return kind === 'crosses' || kind === 'moves' || kind === 'is';
}

export const WINDOWS = [60, 300, 900, 1_800, 3_600, 14_400, 43_200, 86_400] as const;
export const COOLDOWNS = [0, 60, 300, 900, 3_600, 14_400, 86_400, 604_800] as const;
export const CONFIRMATIONS = [0, 10, 30, 60, 300, 900, 3_600] as const;
