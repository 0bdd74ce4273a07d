import type { ChangePeriod } from '@/lib/storage/view.ts';
import { toMilliseconds, type UnixSeconds } from '@/lib/units.ts';

export const PERIOD_WORDS: Record<ChangePeriod, string> = {
  '1h': '1 hour',
  '24h': '24 hours',
  '7d': '7 days',
};

let format: Intl.DateTimeFormat | undefined;

/** A time in the user's time zone: `21 Nov, 14:30`. */
export function momentText(moment: UnixSeconds): string {
  format ??= new Intl.DateTimeFormat(undefined, {
    day: 'numeric',
    month: 'short',
    hour: 'numeric',
    minute: '2-digit',
  });
  return format.format(toMilliseconds(moment));
}
