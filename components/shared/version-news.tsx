import type { VersionNews } from '@/lib/base/about/news.ts';
import { removedSettingWords, type RemovedSetting } from '@/lib/base/about/removed-setting.ts';
import { t } from '@/lib/base/locale/t.ts';
import styles from './version-news.module.css';

interface VersionNewsProps {
  news: readonly VersionNews[];
  removed?: readonly RemovedSetting[];
}

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
