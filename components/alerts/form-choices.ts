import type { TriggerKind } from '@/lib/alerts/model/trigger.ts';
import { durationText } from '@/lib/alerts/text/words.ts';

interface KindGroup {
  label: string;
  kinds: readonly (readonly [kind: TriggerKind, words: string])[];
}

/** Events and states, in separate groups: an event needs a change, a state may already hold. */
export const KIND_GROUPS: readonly KindGroup[] = [
  {
    label: 'Something happens',
    kinds: [
      ['crosses', 'it crosses a level'],
      ['moves', 'it moves by so much'],
      ['market', 'its market opens or closes'],
    ],
  },
  {
    label: 'Something is so',
    kinds: [
      ['is', 'it is above or below a level'],
      ['deviates-from-ema', 'it is away from its average'],
      ['confidence-wider', 'its ± is wide'],
      ['stale-while-open', 'it has no fresh price'],
    ],
  },
];

/** One sentence that explains what is special about each kind. */
export const KIND_HINTS: Record<TriggerKind, string> = {
  crosses: 'An event. The price must first be seen on the other side of the level.',
  is: 'A state. Fires at once if the price is there already.',
  moves: 'An event, measured from any price within the time, or from that of the last firing.',
  'deviates-from-ema': 'A state. The average (EMA) is the one that the price service gives.',
  'confidence-wider': 'A state. The ± in parts of the price: 1 bp is 0.01%.',
  'stale-while-open': 'A state. The service gives no fresh price although its market is open.',
  market: 'An event, by the feed’s own schedule.',
};

export const WINDOWS = [60, 300, 900, 1_800, 3_600, 14_400, 43_200, 86_400] as const;
export const COOLDOWNS = [0, 60, 300, 900, 3_600, 14_400, 86_400, 604_800] as const;
export const CONFIRMATIONS = [0, 10, 30, 60, 300, 900, 3_600] as const;

/** Durations to choose from, in seconds, including the current one. */
export function lengthsWith(lengths: readonly number[], current: number): number[] {
  return [...new Set([...lengths, current])].toSorted((a, b) => a - b);
}

/** `15 min`, `7 days`. */
export function lengthWords(seconds: number): string {
  return seconds === 604_800 ? '7 days' : durationText(seconds);
}
