import { formatCount } from '@/lib/base/locale/format.ts';
import { t } from '@/lib/base/locale/t.ts';
import { groupDigits, numberStyle } from '@/lib/domain/prices/number-style.ts';
import type { StakeCap } from '@/lib/domain/stake-caps/stake-caps.ts';
import panelStyles from './panel.module.css';
import styles from './stake-caps.module.css';

/** No network has this many publishers. */
const MAX_ROWS = 1_000;

/** Lists the largest cap first. */
export function StakeCapsTable({ caps }: { caps: readonly StakeCap[] }) {
  const label = t('options.section.stakeCaps.label');
  return (
    <div className={styles.scroll} role="group" aria-label={label} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('stakeCaps.table.publisher')}</th>
            <th scope="col">{t('stakeCaps.table.cap')}</th>
          </tr>
        </thead>
        <tbody>
          {caps.slice(0, MAX_ROWS).map(({ publisher, cap }, place) => (
            // A service may list the same publisher twice.
            <tr key={`${publisher} ${place}`}>
              <td title={publisher} dir="ltr">
                {publisher}
              </td>
              <td>
                <data value={String(cap)} dir="ltr">
                  {groupDigits(String(cap), numberStyle())}
                </data>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {caps.length > MAX_ROWS && (
        <p className={panelStyles.hint}>{t('common.full', { limit: formatCount(MAX_ROWS) })}</p>
      )}
    </div>
  );
}
