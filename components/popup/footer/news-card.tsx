import { newsSince } from '@/lib/base/about/news.ts';
import type { RemovedSetting } from '@/lib/base/about/removed-setting.ts';
import { extensionVersion } from '@/lib/base/about/version.ts';
import { t } from '@/lib/base/locale/t.ts';
import { removedSettings, unseenNewsSince } from '@/lib/storage/values/news.ts';
import { Button } from '../../shared/button.tsx';
import { VersionNews } from '../../shared/version-news.tsx';
import styles from './news-card.module.css';

interface NewsCardProps {
  /** The previous version; `null`: nothing is new. */
  since: string | null;
  removed: readonly RemovedSetting[];
}

/** Shown once after an update, below the list so that no row moves. */
export default function NewsCard({ since, removed }: NewsCardProps) {
  const title = t('news.title', { version: extensionVersion() });
  return (
    <section className={styles.card} aria-label={title} data-part="news">
      <h2>{title}</h2>
      <VersionNews news={since === null ? [] : newsSince(since)} removed={removed} />
      <Button kind="small" onClick={() => void dismiss()}>
        {t('news.dismissButton')}
      </Button>
    </section>
  );
}

async function dismiss(): Promise<void> {
  await Promise.all([unseenNewsSince.setValue(null), removedSettings.setValue([])]);
}
