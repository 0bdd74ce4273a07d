import { clockNotice } from '@/lib/prices/clock-words.ts';
import { clockSkew } from '@/lib/storage/clock.ts';
import { useStoredPart } from '../hooks/use-stored.ts';

/** Warns if the local clock is wrong; otherwise renders nothing. */
export function ClockNotice() {
  const text = useStoredPart(clockSkew, (skew) => (skew ? clockNotice(skew) : null));
  return text === null ? null : <span className="clock-notice">{text}</span>;
}
