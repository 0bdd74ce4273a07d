import { t, type PlainKey } from '@/lib/base/locale/t.ts';
import type { NoChange } from '@/lib/domain/history/change.ts';

const REASONS = {
  'no-data': 'history.noData',
  unknown: 'history.noData',
  'not-covered': 'history.notCovered',
  closed: 'history.closed',
  late: 'history.noData',
  early: 'history.noData',
  failed: 'history.failed',
  unverified: 'history.unverified',
  zero: 'history.zero',
  split: 'history.split',
  waiting: 'history.waiting',
} as const satisfies Record<NoChange, PlainKey>;

export function noChangeText(reason: NoChange): string {
  return t(REASONS[reason]);
}
