import { t } from '@/lib/base/locale/t.ts';
import type { StakeCap, StakeCapOrder } from '@/lib/domain/stake-caps/stake-caps.ts';
import { toDecimalString, type Decimal } from '@/lib/domain/prices/decimal.ts';
import { formatPrice } from '@/lib/domain/prices/format-price.ts';
import { groupDigits, numberStyle, percentSign } from '@/lib/domain/prices/number-style.ts';
import panelStyles from './panel.module.css';
import styles from './stake-caps.module.css';

/** More than any network has publishers. In a longer answer, the user can search. */
const MAX_ROWS = 1_000;

interface StakeCapsTableProps {
  caps: readonly StakeCap[];
  order: StakeCapOrder;
  isReversed: boolean;
  onSort: (by: StakeCapOrder) => void;
}

/** Table of publishers with their caps and shares. */
export function StakeCapsTable({ caps, order, isReversed, onSort }: StakeCapsTableProps) {
  if (caps.length === 0) return null;
  const sortOf = (by: StakeCapOrder): 'ascending' | 'descending' | undefined => {
    if (by !== order) return undefined;
    // Not reversed: the largest cap first, or keys in alphabetical order.
    return (by === 'cap') === isReversed ? 'ascending' : 'descending';
  };
  const heading = (by: StakeCapOrder) => (
    <th scope="col" aria-sort={sortOf(by)} data-column={by}>
      <button type="button" onClick={() => onSort(by)}>
        {t(`stakeCaps.table.${by}`)}
        <span aria-hidden="true">{ARROWS[sortOf(by) ?? 'none']}</span>
      </button>
    </th>
  );
  return (
    <div
      className={styles.scroll}
      role="region"
      aria-label={t('stakeCaps.table.label')}
      tabIndex={0}
    >
      <table>
        <thead>
          <tr>
            {heading('publisher')}
            {heading('cap')}
            <th scope="col" data-column="share">
              {t('stakeCaps.table.share')}
            </th>
          </tr>
        </thead>
        <tbody>
          {caps.slice(0, MAX_ROWS).map((each, place) => (
            // A service may list the same publisher twice.
            <tr key={`${each.publisher} ${place}`}>
              <td data-column="publisher">
                <bdi dir="ltr">{each.publisher}</bdi>
              </td>
              <td data-column="cap">
                <data value={String(each.cap)} dir="ltr">
                  {groupDigits(String(each.cap), numberStyle())}
                </data>
              </td>
              <td data-column="share">
                <bdi dir="ltr">{shareText(each)}</bdi>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {caps.length > MAX_ROWS && (
        <p className={panelStyles.hint}>{t('stakeCaps.table.first', { count: MAX_ROWS })}</p>
      )}
    </div>
  );
}

const ARROWS = { ascending: ' ▲', descending: ' ▼', none: '' } as const;

function shareText({ sharePercent }: StakeCap): string {
  if (!sharePercent) return '–';
  // Show that a publisher with a very small cap still has a share.
  if (toDecimalString(sharePercent) === '0.00') return `<\u00A0${percentText(SMALLEST_SHARE)}`;
  return percentText(sharePercent);
}

const SMALLEST_SHARE: Decimal = { mantissa: 1n, expo: -2 };

function percentText(percent: Decimal): string {
  const { before, after } = percentSign();
  return before + formatPrice(percent, { digits: 'all' }).text + after;
}
