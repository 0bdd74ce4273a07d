import { t } from '@/lib/base/locale/t.ts';
import { openOptions } from '@/lib/pages/open-page.ts';
import { failedChecks } from '@/lib/storage/values/prices.ts';
import { watchlist } from '@/lib/storage/values/watchlist.ts';
import { Button } from '../shared/button.tsx';
import { WarningIcon } from '../shared/icons.tsx';
import { useStored } from '../shared/hooks/use-stored.ts';
import styles from './banner.module.css';

/** Warns that prices fail verification: what this means, and what to do. */
export function FailedBanner() {
  const checks = useStored(failedChecks);
  const followed = useStored(watchlist);
  const count = (followed ?? []).filter((id) => checks && Object.hasOwn(checks, id)).length;
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
