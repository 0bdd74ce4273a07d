import { lazy, Suspense } from 'react';
import { needsNotice } from '@/lib/domain/prices/clock-skew.ts';
import { clockSkew } from '@/lib/storage/values/clock.ts';
import { useStoredPart } from '../shared/hooks/use-stored.ts';

// Loaded only if the local clock is wrong.
const ClockWords = lazy(() => import('./clock-words.tsx'));

/** Warns if the local clock is wrong; otherwise renders nothing. */
export function ClockNotice({ className }: { className?: string | undefined }) {
  const isWrong = useStoredPart(clockSkew, (skew) => skew !== undefined && needsNotice(skew));
  if (!isWrong) return null;
  return (
    <Suspense>
      <ClockWords className={className} />
    </Suspense>
  );
}
