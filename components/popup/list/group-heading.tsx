import { lazy, Suspense } from 'react';
import { t } from '@/lib/base/locale/t.ts';
import type { Section } from '@/lib/domain/watchlist/sort-feeds.ts';
import { useHeldFeeds } from '../../holdings/use-held-feeds.ts';
import { useAfterPaint } from '../../shared/hooks/after-paint.ts';
import styles from './watchlist.module.css';

// Loaded only if something in the group is owned.
const Total = lazy(() =>
  import('../../holdings/total-line.tsx').then(({ Total: value }) => ({ default: value })),
);

interface GroupHeadingProps {
  sections: readonly Section[] | null;
  /** The row below the heading. */
  firstId: string;
}

/** Above a group's rows. */
export function GroupHeading({ sections, firstId }: GroupHeadingProps) {
  const section = sections?.find(({ feedIds }) => feedIds[0] === firstId);
  return section && <Heading section={section} />;
}

/** The group's name, and what its holdings are worth. */
function Heading({ section }: { section: Section }) {
  const held = useHeldFeeds(section);
  const isPainted = useAfterPaint();
  const name = section.name ?? t('feed.assetType.other');
  return (
    <li role="presentation" className={styles.heading} data-part="group-heading">
      <h2 title={name}>{name}</h2>
      <Suspense>{isPainted && held.length > 0 && <Total ids={held} />}</Suspense>
    </li>
  );
}
