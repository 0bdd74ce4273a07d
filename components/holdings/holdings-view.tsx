import { lazy, Suspense, useState } from 'react';
import { toSubjectId } from '@/lib/domain/holdings/subject.ts';
import { subjectName } from '@/lib/domain/alerts/text/subject-words.ts';
import { t } from '@/lib/base/locale/t.ts';
import type { Group } from '@/lib/domain/watchlist/view.ts';
import { watchlist } from '@/lib/storage/values/watchlist.ts';
import { Button, classNames, IconButton } from '../shared/button.tsx';
import { useFeedNames } from '../shared/hooks/use-feed-names.ts';
import { useStored } from '../shared/hooks/use-stored.ts';
import { BellIcon } from '../shared/icons.tsx';
import { goTo } from '../shared/route.ts';
import { BackButton, useViewHeading } from '../shared/view-heading.tsx';
import { HideButton } from './hide-button.tsx';
import { HoldingsSummary } from './holdings-summary.tsx';
import { HoldingsTable } from './holdings-table.tsx';
import { useHeldFeeds } from './use-held-feeds.ts';
import { useValuation } from './use-valuation.ts';
import emptyStyles from '../shared/empty.module.css';
import viewStyles from '../shared/view.module.css';
import styles from './holdings-view.module.css';

const HoldingDialog = lazy(() => import('./holding-dialog.tsx'));

/** @param group `null`: all holdings */
export default function HoldingsView({ group }: { group: Group | null }) {
  const title = t('holdings.title');
  const heading = useViewHeading(title);
  const ids = useHeldFeeds(group);
  const worth = useValuation(ids);
  return (
    <div className={viewStyles.view}>
      <header className={classNames(viewStyles.header, viewStyles.back)}>
        <BackButton />
        <h1 ref={heading} className={viewStyles.title} tabIndex={-1}>
          {title}
        </h1>
        {group && <span className={styles.group}>{group.name}</span>}
        <span className={styles.actions}>
          {worth && ids.length > 0 && <AlertButton group={group} currency={worth.currency} />}
          <HideButton />
        </span>
      </header>
      <main className={classNames(viewStyles.main, styles.main)} data-scrolls>
        {ids.length === 0 && <NoHoldings group={group} />}
        {ids.length > 0 && worth && (
          <>
            <HoldingsSummary ids={ids} worth={worth} />
            <HoldingsTable worth={worth} />
          </>
        )}
      </main>
    </div>
  );
}

function NoHoldings({ group }: { group: Group | null }) {
  const ids = useStored(watchlist);
  const nameOf = useFeedNames();
  const [isAsking, setAsking] = useState(false);
  const id = group?.feedIds[0] ?? ids?.[0];
  return (
    <div className={emptyStyles.empty}>
      <h2>{t('holdings.none')}</h2>
      <p>{t('news.point.holdings')}</p>
      {id !== undefined && (
        <Button kind="primary" onClick={() => setAsking(true)}>
          {t('holding.title', { name: nameOf(id) })}
        </Button>
      )}
      {id !== undefined && isAsking && (
        <Suspense>
          <HoldingDialog id={id} onClose={() => setAsking(false)} />
        </Suspense>
      )}
    </div>
  );
}

function AlertButton({ group, currency }: { group: Group | null; currency: string }) {
  const id = toSubjectId({ kind: 'total', currency, groupId: group?.id ?? null });
  // A total does not belong to a feed, so `nameOf` is never used.
  const name = subjectName(id, { nameOf: (feedId) => feedId, groups: group ? [group] : [] });
  return (
    <IconButton
      label={t('alerts.addOnButton', { name })}
      onClick={() => goTo({ view: 'new-alert', id, level: null })}
    >
      <BellIcon />
    </IconButton>
  );
}
