import { lazy, memo, Suspense } from 'react';
import { t } from '@/lib/base/locale/t.ts';
import type { AlertMark as AlertMarkState } from '@/lib/domain/alerts/model/mark.ts';
import type { Naming } from '@/lib/domain/watchlist/naming.ts';
import { feedNamings } from '@/lib/storage/values/catalog.ts';
import type { MissingReason } from '@/lib/domain/prices/stored-price.ts';
import { feedName } from '@/lib/domain/prices/feed-name.ts';
import { classNames } from '../shared/button.tsx';
import { useStoredPart } from '../shared/hooks/use-stored.ts';
import { BadgeMark, NotCoveredMark, AlertMark } from '../shared/marks.tsx';
import { routeHash } from '../shared/route.ts';
import type { PriceRowState } from './use-price-row.ts';
import feedNameStyles from './feed-name.module.css';
import styles from './price-row.module.css';

// Loaded only if the user wants to see values.
const RowValue = lazy(() => import('../holdings/row-value.tsx'));

const MISSING_KEYS = { unknown: 'row.notOffered', 'not-covered': 'row.notCovered' } as const;

// In a compact row of the popup, a longer name takes two lines.
const LONGEST = 12;

export interface RowNameProps extends Pick<PriceRowState, 'name' | 'details' | 'description'> {
  id: string;
  isBadge: boolean;
  /** The shortcuts in the list's tab stop, as in `aria-keyshortcuts`; `null`: another row. */
  tabStopKeys: string | null;
  /** Whether the feed is displayed beside the list. */
  isCurrent: boolean;
  missing: MissingReason | undefined;
  /** Whether the value of the feed's holding replaces the description. */
  showsValue: boolean;
  /** `null`: the feed has no alerts. */
  mark: AlertMarkState | null;
}

/** A feed's names and marks, which link to its details. Memoized: price ticks do not change it. */
export const RowName = memo(function RowName(props: RowNameProps) {
  const { id, name, details, description, isBadge, tabStopKeys, missing, mark } = props;
  const namingText = useStoredPart(feedNamings, (all) => namingWords(id, all?.[id]));
  const missingText = missing && missing !== 'no-data' ? t(MISSING_KEYS[missing]) : null;
  return (
    <div className={classNames(feedNameStyles.name, styles.name)} data-part="name">
      <b>
        <a
          href={routeHash({ view: 'feed', id })}
          title={name}
          dir="auto"
          data-long={name.length > LONGEST || undefined}
          aria-current={props.isCurrent || undefined}
          tabIndex={tabStopKeys === null ? -1 : 0}
          aria-keyshortcuts={tabStopKeys ?? undefined}
        >
          {name}
        </a>
      </b>
      {props.showsValue && missingText === null && namingText === null ? (
        <Suspense fallback={<span />}>
          <RowValue id={id} />
        </Suspense>
      ) : (
        <span title={description} dir="auto">
          {missingText ?? namingText ?? details}
        </span>
      )}
      {/* Not beside the name, which they would cut. */}
      <small>
        {isBadge && <BadgeMark />}
        {missing === 'not-covered' && <NotCoveredMark />}
        {mark !== null && <RowBell state={mark} />}
      </small>
    </div>
  );
});

/** What stands in place of the details until the user agrees to a name; `null`: nothing. */
function namingWords(id: string, naming: Naming | undefined): string | null {
  if (naming?.claim) return t('naming.claimed', { name: feedName(naming.claim, id).symbol });
  return naming?.isConfirmed === false ? t('naming.byService') : null;
}

/** The bell beside the name of a feed that has alerts. */
function RowBell({ state }: { state: AlertMarkState }) {
  return (
    <span className={styles.bell} data-state={state}>
      <AlertMark state={state} />
    </span>
  );
}
