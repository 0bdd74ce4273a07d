import { lazy, Suspense, useState } from 'react';
import { toSubjectId } from '@/lib/domain/holdings/subject.ts';
import { subjectName } from '@/lib/domain/alerts/text/subject-words.ts';
import type { Valuation } from '@/lib/domain/holdings/value-holdings.ts';
import { sortByFigure } from '@/lib/domain/watchlist/sort-by-figure.ts';
import { t } from '@/lib/base/locale/t.ts';
import type { FeedId } from '@/lib/base/units.ts';
import type { Group } from '@/lib/domain/watchlist/view.ts';
import { holdings } from '@/lib/storage/values/holdings.ts';
import { watchlist } from '@/lib/storage/values/watchlist.ts';
import { classNames, IconButton } from '../shared/button.tsx';
import { useMarketSettings } from '../shared/hooks/use-market.ts';
import { useStanding } from '../shared/hooks/use-standing.tsx';
import { useStored } from '../shared/hooks/use-stored.ts';
import { BellIcon, PlusIcon } from '../shared/icons.tsx';
import { CheckIcon } from '../shared/later-icons.tsx';
import { goTo } from '../shared/route.ts';
import { BackButton, useViewHeading } from '../shared/view-heading.tsx';
import { HideButton } from './hide-button.tsx';
import { HoldingRow, type ListedHolding } from './holding-row.tsx';
import { HoldingsSummary } from './holdings-summary.tsx';
import { QuantityList } from './quantity-list.tsx';
import { useHeldFeeds } from './use-held-feeds.ts';
import { useValuation, valuesOf, type ShownValuation } from './use-valuation.ts';
import viewStyles from '../shared/view.module.css';
import styles from './holdings-view.module.css';

const HoldingSheet = lazy(() => import('./holding-sheet.tsx'));

/** @param group `null`: all holdings */
export default function HoldingsView({ group }: { group: Group | null }) {
  const title = t('holdings.title');
  const heading = useViewHeading(title);
  const ids = useHeldFeeds(group);
  const held = useStored(holdings);
  const listed = useStored(watchlist);
  const worth = useValuation(ids);
  const [isAsking, setAsking] = useState(false);
  // Stays while the user types the first quantities.
  if (held && listed && ids.length === 0 && !isAsking) setAsking(true);
  return (
    <div className={viewStyles.view}>
      <header className={classNames(viewStyles.header, viewStyles.back, styles.header)}>
        <BackButton />
        <h1 ref={heading} className={viewStyles.title} tabIndex={-1}>
          {title}
        </h1>
        {group && <span className={styles.group}>{group.name}</span>}
        {ids.length > 0 && (
          <span className={styles.actions}>
            {isAsking ? (
              <IconButton label={t('welcome.doneButton')} onClick={() => setAsking(false)}>
                <CheckIcon />
              </IconButton>
            ) : (
              <IconButton label={t('holding.addButton')} onClick={() => setAsking(true)}>
                <PlusIcon />
              </IconButton>
            )}
            {worth && !isAsking && <AlertButton group={group} currency={worth.currency} />}
            <HideButton />
          </span>
        )}
      </header>
      <main className={classNames(viewStyles.main, styles.main)} data-scrolls>
        {isAsking && held && (
          <QuantityList group={group} held={held} onDone={() => setAsking(false)} />
        )}
        {!isAsking && worth && <HeldList ids={ids} worth={worth} />}
      </main>
    </div>
  );
}

function HeldList({ ids, worth }: { ids: readonly FeedId[]; worth: ShownValuation }) {
  const settings = useMarketSettings();
  const { isCurrent } = useStanding();
  const listed = useListed(ids, worth.valuation);
  const [editedId, setEditedId] = useState<FeedId | null>(null);
  return (
    <>
      <HoldingsSummary
        ids={ids}
        worth={worth}
        counted={listed.flatMap((holding) => ('none' in holding ? [] : [holding]))}
      />
      <ul aria-label={t('holdings.title')} data-gray={!isCurrent || undefined}>
        {settings &&
          listed.map((holding) => (
            <HoldingRow
              key={holding.feedId}
              holding={holding}
              settings={settings}
              currency={worth.currency}
              onEdit={setEditedId}
            />
          ))}
      </ul>
      <Suspense>
        {editedId !== null && <HoldingSheet id={editedId} onClose={() => setEditedId(null)} />}
      </Suspense>
    </>
  );
}

/** The most valuable first, as they were when the view opened or the holdings changed. */
function useListed(ids: readonly FeedId[], valuation: Valuation): readonly ListedHolding[] {
  const [order, setOrder] = useState<{ of: unknown; ids: readonly FeedId[] }>();
  const { counted, uncounted } = valuation;
  const known = order?.of === ids ? order.ids : null;
  const sorted = known ?? sortByFigure(ids, valuesOf(valuation));
  if (!known) setOrder({ of: ids, ids: sorted });
  const byId = new Map([...counted, ...uncounted].map((holding) => [holding.feedId, holding]));
  return sorted.flatMap((id) => byId.get(id) ?? []);
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
