import { memo } from 'react';
import type { AlertMarkState } from '@/lib/domain/alerts/model/mark.ts';
import { BadgeMark, AlertMark } from '../../shared/marks.tsx';
import { PairName } from '../../shared/pair-name.tsx';
import { routeHash } from '../../shared/route.ts';
import styles from './price-row.module.css';

// Longer names take two lines in a compact row of the popup.
const LONGEST = 12;

export interface RowNameProps {
  id: string;
  /** The display name, or the symbol. */
  name: string;
  isBadge: boolean;
  /** Shortcuts of the list's tab stop, as in `aria-keyshortcuts`; `null` for other rows. */
  tabStopKeys: string | null;
  /** Whether the feed's details are shown beside the list. */
  isCurrent: boolean;
  /** `null`: the feed has no alerts. */
  mark: AlertMarkState | null;
}

/** A feed's name and marks, which link to its details. Memoized: price ticks do not change it. */
export const RowName = memo(function RowName(props: RowNameProps) {
  const { id, name, tabStopKeys, mark } = props;
  return (
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
        <PairName name={name} />
      </a>
      {props.isBadge && <BadgeMark />}
      {mark !== null && (
        <span className={styles.bell} data-state={mark}>
          <AlertMark state={mark} />
        </span>
      )}
    </b>
  );
});
