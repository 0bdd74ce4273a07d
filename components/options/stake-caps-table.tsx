import { formatCount } from '@/lib/base/locale/format.ts';
import { labelled } from '@/lib/base/locale/labelled.ts';
import { t } from '@/lib/base/locale/t.ts';
import type { StakeCap, StakeCaps } from '@/lib/domain/stake-caps/stake-caps.ts';
import { toDecimalString, type Decimal } from '@/lib/domain/prices/decimal.ts';
import { formatPrice } from '@/lib/domain/prices/format-price.ts';
import { groupDigits, numberStyle, percentSign } from '@/lib/domain/prices/number-style.ts';
import panelStyles from './panel.module.css';
import styles from './stake-caps.module.css';

/** No network has this many publishers. */
const MAX_ROWS = 1_000;

/** Lists the largest cap first. */
export function StakeCapsTable({ caps, total }: StakeCaps) {
  return (
    <div
      className={styles.scroll}
      role="region"
      aria-label={t('options.section.stakeCaps.label')}
      tabIndex={0}
    >
      <p>{labelled(t('holdings.total'), digits(total))}</p>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('stakeCaps.table.publisher')}</th>
            <th scope="col" data-column="cap">
              {t('stakeCaps.table.cap')}
            </th>
            <th scope="col" data-column="share">
              {t('holdings.share')}
            </th>
          </tr>
        </thead>
        <tbody>
          {caps.slice(0, MAX_ROWS).map((each, place) => (
            // A service may list the same publisher twice.
            <tr key={`${each.publisher} ${place}`}>
              <td title={each.publisher} dir="ltr">
                {each.publisher}
              </td>
              <td data-column="cap">
                <data value={String(each.cap)} dir="ltr">
                  {digits(each.cap)}
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
        <p className={panelStyles.hint}>{t('common.full', { limit: formatCount(MAX_ROWS) })}</p>
      )}
    </div>
  );
}

function digits(amount: bigint): string {
  return groupDigits(String(amount), numberStyle());
}

function shareText({ sharePercent }: StakeCap): string {
  if (!sharePercent) return '–';
  // Even a very small cap has a share, so do not show 0.
  if (toDecimalString(sharePercent) === '0.00') return `<\u00A0${percentText(SMALLEST_SHARE)}`;
  return percentText(sharePercent);
}

const SMALLEST_SHARE: Decimal = { mantissa: 1n, expo: -2 };

function percentText(percent: Decimal): string {
  const { before, after } = percentSign();
  return before + formatPrice(percent, { digits: 'all' }).text + after;
}
