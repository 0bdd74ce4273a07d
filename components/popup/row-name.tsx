import { memo } from 'react';
import { t } from '@/lib/locale/t.ts';
import type { AlertMark } from '@/lib/storage/alert-marks.ts';
import type { MissingReason } from '@/lib/storage/prices.ts';
import { classNames } from '../shared/button.tsx';
import { BadgeMark, NotCoveredMark } from '../shared/marks.tsx';
import { routeHash } from '../shared/route.ts';
import { RowBell } from './row-bell.tsx';
import { ariaShortcuts, ROW_SHORTCUTS } from './shortcuts.ts';
import type { PriceRowState } from './use-price-row.ts';
import feedNameStyles from './feed-name.module.css';
import styles from './price-row.module.css';

const { newAlert, badge, remove, menu } = ROW_SHORTCUTS;
const KEYS = ariaShortcuts(newAlert, badge, remove, menu);

const MISSING_KEYS = { unknown: 'row.notOffered', 'not-covered': 'row.notCovered' } as const;

interface RowNameProps extends Pick<PriceRowState, 'name' | 'details' | 'description'> {
  id: string;
  isBadge: boolean;
  /** Whether the list's tab stop is this row. */
  isTabStop: boolean;
  /** Whether the feed is displayed beside the list. */
  isCurrent: boolean;
  missing: MissingReason | undefined;
  /** `null`: the feed has no alerts. */
  mark: AlertMark | null;
}

/** A feed's names and marks, which link to its details. Memoized: price ticks do not change it. */
export const RowName = memo(function RowName(props: RowNameProps) {
  const { id, name, details, description, isBadge, isTabStop, missing, mark } = props;
  const missingText = missing && missing !== 'no-data' ? t(MISSING_KEYS[missing]) : null;
  return (
    <div className={classNames(feedNameStyles.name, styles.name)} data-part="name">
      <b>
        <a
          href={routeHash({ view: 'feed', id })}
          title={name}
          dir="auto"
          aria-current={props.isCurrent || undefined}
          tabIndex={isTabStop ? 0 : -1}
          aria-keyshortcuts={isTabStop ? KEYS : undefined}
        >
          {name}
        </a>
      </b>
      <span title={description} dir="auto">
        {missingText ?? details}
      </span>
      {/* Not beside the name, which they would cut. */}
      <small>
        {isBadge && <BadgeMark />}
        {missing === 'not-covered' && <NotCoveredMark />}
        {mark !== null && <RowBell state={mark} />}
      </small>
    </div>
  );
});
