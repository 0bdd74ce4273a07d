import { t } from '@/lib/locale/t.ts';
import type { ChangePeriod } from '@/lib/storage/view.ts';

export const PERIODS: readonly ChangePeriod[] = ['1h', '24h', '7d'];

/** A period as a short label: `24h`. */
export function periodLabel(period: ChangePeriod): string {
  return t(`row.period.${period}`);
}
