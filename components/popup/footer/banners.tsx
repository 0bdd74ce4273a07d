import { lazy, Suspense } from 'react';
import { isQuestion, isUnanswered } from '@/lib/domain/prices/clock-skew.ts';
import { clockSkew } from '@/lib/storage/values/clock.ts';
import { useStoredPart } from '../../shared/hooks/use-stored.ts';

const ClockBanner = lazy(() => import('./clock-banner.tsx'));

/** Asks why prices seem late until the user has replied. */
export function LateBanner() {
  const isAsked = useStoredPart(
    clockSkew,
    (skew) => skew !== undefined && isQuestion(skew) && isUnanswered(skew),
  );
  if (!isAsked) return null;
  return (
    <Suspense>
      <ClockBanner />
    </Suspense>
  );
}
