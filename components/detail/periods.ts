import { durationFormat } from '@/lib/locale/format.ts';
import type { ChangePeriod } from '@/lib/storage/view.ts';

export const PERIODS: readonly ChangePeriod[] = ['1h', '24h', '7d'];

const DURATIONS: Record<ChangePeriod, { hours: number } | { days: number }> = {
  '1h': { hours: 1 },
  '24h': { hours: 24 },
  '7d': { days: 7 },
};

/** A period as a short label: `24h`. */
export function periodLabel(period: ChangePeriod): string {
  return durationFormat({ style: 'narrow' }).format(DURATIONS[period]);
}
