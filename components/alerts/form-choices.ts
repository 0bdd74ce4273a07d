import type { TriggerKind } from '@/lib/alerts/model/trigger.ts';
import { formatDuration } from '@/lib/locale/format-duration.ts';
import { t } from '@/lib/locale/t.ts';

/** Events and conditions, in separate groups: an event needs a change, a condition may hold already. */
export const KIND_GROUPS = [
  { label: 'alertForm.events', kinds: ['crosses', 'moves', 'market'] },
  {
    label: 'alertForm.conditions',
    kinds: ['is', 'deviates-from-ema', 'confidence-wider', 'stale-while-open'],
  },
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

export function kindTitle(kind: TriggerKind): string {
  return t(`alertForm.kind.${KEYS[kind]}`);
}

/** One sentence that explains what is special about a kind; `null` if the form's preview says it. */
export function kindHint(kind: TriggerKind): string | null {
  return kind === 'crosses' ? null : t(`alertForm.hint.${KEYS[kind]}`);
}

export const WINDOWS = [60, 300, 900, 1_800, 3_600, 14_400, 43_200, 86_400] as const;
export const COOLDOWNS = [0, 60, 300, 900, 3_600, 14_400, 86_400, 604_800] as const;
export const CONFIRMATIONS = [0, 10, 30, 60, 300, 900, 3_600] as const;

/** Durations to choose from, in seconds, including the current one. */
export function lengthsWith(lengths: readonly number[], current: number): number[] {
  return [...new Set([...lengths, current])].toSorted((a, b) => a - b);
}

/** `15 minutes`, `7 days`. */
export function lengthWords(seconds: number): string {
  return formatDuration(seconds, 'long');
}
