import { clockNotice } from '@/lib/prices/clock-words.ts';
import { clockSkew } from '@/lib/storage/clock.ts';
import { useStoredPart } from '../hooks/use-stored.ts';

/** Says so where the local clock is off; else nothing. */
export function ClockNotice() {
  const text = useStoredPart(clockSkew, (skew) => (skew ? clockNotice(skew) : null));
  return text === null ? null : <span className="clock-notice">{text}</span>;
}
