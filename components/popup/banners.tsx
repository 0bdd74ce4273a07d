import { lazy, Suspense } from 'react';
import { t } from '@/lib/base/locale/t.ts';
import { openOptions } from '@/lib/pages/open-page.ts';
import { isQuestion, isUnanswered } from '@/lib/domain/prices/clock-skew.ts';
import { clockSkew } from '@/lib/storage/values/clock.ts';
import { connectionState } from '@/lib/storage/values/connection.ts';
import { Button } from '../shared/button.tsx';
import { KeyIcon, WarningIcon } from '../shared/icons.tsx';
import { useStored, useStoredPart } from '../shared/hooks/use-stored.ts';
import { useFailedFeeds } from './connection-figures.tsx';
import styles from './banner.module.css';

// Loaded only if prices seem late.
const ClockBanner = lazy(() => import('./clock-banner.tsx'));

/** Asks for an access token when the price service requires one. */
export function AccessBanner() {
  const connection = useStored(connectionState);
  if (connection?.state !== 'stopped' || connection.remedy !== 'access-token') return null;
  return (
    <section className={styles.banner} aria-labelledby="banner-title">
      <KeyIcon />
      <div>
        <h2 id="banner-title">{t('popup.access.title')}</h2>
        <p>{t('popup.access.text')}</p>
        <Button kind="primary" onClick={() => void openOptions('access-token')}>
          {t('popup.access.tokenButton')}
        </Button>
      </div>
    </section>
  );
}

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
