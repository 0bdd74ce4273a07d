import type { VersionNews } from '@/lib/base/about/news.ts';
import { removedSettingWords, type RemovedSetting } from '@/lib/base/about/removed-setting.ts';
import { t } from '@/lib/base/locale/t.ts';
import styles from './version-news.module.css';

interface VersionNewsProps {
  news: readonly VersionNews[];
  /** What of the user's settings is gone. */
  removed?: readonly RemovedSetting[];
}

/** What users notice of these versions. */
export function VersionNews({ news, removed = [] }: VersionNewsProps) {
  return (
    <ul className={styles.points}>
      {news.flatMap(({ points }) => points.map((point) => <li key={point}>{t(point)}</li>))}
      {removed.map(removedSettingWords).map((words) => (
        <li key={words}>{words}</li>
      ))}
    </ul>
  );
}
