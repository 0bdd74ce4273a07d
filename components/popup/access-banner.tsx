import { t } from '@/lib/base/locale/t.ts';
import { openOptions } from '@/lib/pages/open-page.ts';
import { connectionState } from '@/lib/storage/values/connection.ts';
import { Button } from '../shared/button.tsx';
import { KeyIcon } from '../shared/icons.tsx';
import { useStored } from '../shared/hooks/use-stored.ts';
import styles from './banner.module.css';

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
