import { clockNotice } from '@/lib/prices/clock-words.ts';
import { clockSkew } from '@/lib/storage/clock.ts';
import { useStoredPart } from '../hooks/use-stored.ts';

/** Warns if the local clock is wrong; otherwise renders nothing. */
export function ClockNotice({ className }: { className?: string | undefined }) {
  const text = useStoredPart(clockSkew, (skew) => (skew ? clockNotice(skew) : null));
  if (text === null) return null;
  return (
    <span className={className} title={text}>
      {text}
    </span>
  );
}
