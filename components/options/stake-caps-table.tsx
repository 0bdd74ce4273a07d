import type { StakeCap, StakeCapOrder } from '@/lib/stake-caps/stake-caps.ts';
import { toDecimalString } from '@/lib/prices/decimal.ts';
import { formatPrice } from '@/lib/prices/format-price.ts';
import { groupDigits, numberStyle, percentSign } from '@/lib/prices/number-style.ts';

/** More rows than any network has publishers; a longer answer is to be searched. */
const MOST_ROWS = 1_000;

interface StakeCapsTableProps {
  caps: readonly StakeCap[];
  order: StakeCapOrder;
  isReversed: boolean;
  onSort: (by: StakeCapOrder) => void;
}

/** Publishers with their caps and shares. */
export function StakeCapsTable({ caps, order, isReversed, onSort }: StakeCapsTableProps) {
  if (caps.length === 0) return null;
  const sortOf = (by: StakeCapOrder): 'ascending' | 'descending' | undefined => {
    if (by !== order) return undefined;
    // The greatest cap comes first, and the first key.
    return (by === 'cap') === isReversed ? 'ascending' : 'descending';
  };
  const heading = (by: StakeCapOrder, label: string) => (
    <th scope="col" aria-sort={sortOf(by)} className={by}>
      <button type="button" onClick={() => onSort(by)}>
        {label}
        <span aria-hidden="true">{ARROWS[sortOf(by) ?? 'none']}</span>
      </button>
    </th>
  );
  return (
    <div className="caps-scroll" role="region" aria-label="Publisher stake caps" tabIndex={0}>
      <table className="caps">
        <thead>
          <tr>
            {heading('publisher', 'Publisher')}
            {heading('cap', 'Cap')}
            <th scope="col" className="share">
              Share
            </th>
          </tr>
        </thead>
        <tbody>
          {caps.slice(0, MOST_ROWS).map((each, place) => (
            // A service may name one publisher twice.
            <tr key={`${each.publisher} ${place}`}>
              <td className="publisher">{each.publisher}</td>
              <td className="cap">
                <data value={String(each.cap)}>{groupDigits(String(each.cap), numberStyle())}</data>
              </td>
              <td className="share">{shareText(each)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {caps.length > MOST_ROWS && (
        <p className="hint">The first {MOST_ROWS.toLocaleString()}. Search to see others.</p>
      )}
    </div>
  );
}

const ARROWS = { ascending: ' ▲', descending: ' ▼', none: '' } as const;

function shareText({ sharePercent }: StakeCap): string {
  if (!sharePercent) return '–';
  const { before, after } = percentSign();
  // A publisher with a cap has a share, if a small one.
  if (toDecimalString(sharePercent) === '0.00') return `${before}<\u00A00.01${after}`;
  return before + formatPrice(sharePercent, { digits: 'all' }).text + after;
}
