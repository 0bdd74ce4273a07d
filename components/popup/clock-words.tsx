import { clockNotice } from '@/lib/domain/prices/clock-words.ts';
import { clockSkew } from '@/lib/storage/values/clock.ts';
import { useStoredPart } from '../shared/hooks/use-stored.ts';

/** How far the local clock is off. */
export default function ClockWords({ className }: { className: string | undefined }) {
  const text = useStoredPart(clockSkew, (skew) => (skew ? clockNotice(skew) : null));
  if (text === null) return null;
  return (
    <span className={className} title={text}>
      {text}
    </span>
  );
}
