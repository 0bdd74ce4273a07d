import { lazy, Suspense } from 'react';
import { t } from '@/lib/base/locale/t.ts';
import { openOptions } from '@/lib/pages/open-page.ts';
import { isQuestion, isUnanswered } from '@/lib/domain/prices/clock-skew.ts';
import { clockSkew } from '@/lib/storage/values/clock.ts';
import { Button } from '../shared/button.tsx';
import { WarningIcon } from '../shared/icons.tsx';
import { useStoredPart } from '../shared/hooks/use-stored.ts';
import { useFailedFeeds } from './connection-figures.tsx';
import styles from './banner.module.css';

// Loaded only if prices seem late.
const ClockBanner = lazy(() => import('./clock-banner.tsx'));

/** Warns that prices fail verification: what this means, and what to do. */
export function FailedBanner() {
  const count = useFailedFeeds().length;
  if (count === 0) return null;
  return (
    <section className={styles.banner} role="alert" aria-labelledby="failed-title">
      <WarningIcon />
      <div>
        <h2 id="failed-title">{t('popup.failed.title', { count })}</h2>
        <p>{t('popup.failed.text')}</p>
        <Button kind="primary" onClick={() => void openOptions()}>
          {t('common.checkConnectionButton')}
        </Button>
      </div>
    </section>
  );
}

/** Asks why prices seem late, until the user answers. */
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
