import type { AlertDraft } from '@/lib/domain/alerts/model/draft.ts';
import type { FeedAttributes } from '@/lib/domain/prices/attributes.ts';
import { isMalformed, parseSchedule } from '@/lib/domain/prices/schedule-grammar.ts';
import { subjectOf } from '@/lib/domain/holdings/subject.ts';
import { t } from '@/lib/base/locale/t.ts';

type Kind = AlertDraft['kind'];

const KINDS: readonly Kind[] = ['crosses', 'moves', 'market', 'stale-while-open'];

const KEYS = {
  crosses: 'crosses',
  moves: 'moves',
  market: 'market',
  'stale-while-open': 'stale',
} as const satisfies Record<Kind, string>;

/** @param current is always offered */
export function possibleKinds(id: string, attributes: FeedAttributes, current: Kind): Kind[] {
  return KINDS.filter((kind) => kind === current || isPossible(kind, id, attributes));
}

/** Calculated figures have no trading hours of their own, and some markets never close. */
function isPossible(kind: Kind, id: string, attributes: FeedAttributes): boolean {
  if (subjectOf(id).kind !== 'feed') return kind === 'crosses' || kind === 'moves';
  const schedule = parseSchedule(attributes);
  return kind !== 'market' || (!isMalformed(schedule) && !schedule.alwaysOpen);
}

export function kindTitle(kind: Kind): string {
  return t(`alertForm.kind.${KEYS[kind]}`);
}

export const WINDOWS = [60, 300, 900, 1_800, 3_600, 14_400, 43_200, 86_400] as const;
