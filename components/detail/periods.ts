import type { ChangePeriod } from '@/lib/storage/view.ts';

export const PERIODS: readonly ChangePeriod[] = ['1h', '24h', '7d'];

export const PERIOD_SHORT: Record<ChangePeriod, string> = {
  '1h': '1 h',
  '24h': '24 h',
  '7d': '7 d',
};
