import { newsSince } from '@/lib/base/about/news.ts';
import { extensionVersion } from '@/lib/base/about/version.ts';
import { t } from '@/lib/base/locale/t.ts';
import { unseenNewsSince } from '@/lib/storage/values/news.ts';
import { Button } from '../../shared/button.tsx';
import styles from './news-card.module.css';

/**
 * Shown once after an update, below the list so that no row moves.
 * @param since the previous version
 */
export default function NewsCard({ since }: { since: string }) {
  const title = t('news.title', { version: extensionVersion() });
  return (
    <section className={styles.card} aria-label={title} data-part="news">
      <h2>{title}</h2>
      <ul>
        {newsSince(since).flatMap(({ points }) =>
          points.map((point) => <li key={point}>{t(point)}</li>),
        )}
      </ul>
      <Button kind="small" onClick={() => void unseenNewsSince.setValue(null)}>
        {t('news.dismissButton')}
      </Button>
    </section>
  );
}
