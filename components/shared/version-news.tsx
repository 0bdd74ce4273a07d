import type { VersionNews } from '@/lib/base/about/news.ts';
import { t } from '@/lib/base/locale/t.ts';
import styles from './version-news.module.css';

export function NewsPoints({ news }: { news: readonly VersionNews[] }) {
  return (
    <ul className={styles.points}>
      {news.flatMap(({ points }) => points.map((point) => <li key={point}>{t(point)}</li>))}
    </ul>
  );
}
