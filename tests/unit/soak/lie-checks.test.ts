import { expect, it } from 'vitest';
import { t } from '../../../lib/base/locale/t.ts';
import { BTC_USD } from '../../soak/feeds.ts';
import { checkLies } from '../../soak/services/lie-checks.ts';

const NAMES = { [BTC_USD]: 'BTC/USD' };

function faultsOf(name: string, notes: string[]): string[] {
  const row = { name, notes, value: '1', text: '1' };
  const view = { at: 5_000, connection: '', tooltip: '', rows: [row] };
  return checkLies({ views: [view, view], names: NAMES, startedAt: 1_000 }).faults;
}

it('accepts rows under their own names, with prices that are not old', () => {
  expect(faultsOf('BTC/USD', [t('row.mark.onBadge')])).toEqual([]);
});

it('finds a row with the name of another feed, once', () => {
  expect(faultsOf('SOL/USD', [])).toEqual(['A row was called SOL/USD at 4.0 s.']);
});

it.each([
  `${t('row.mark.stale')} · 2 min ago`,
  t('row.mark.closed'),
  t('row.opens', { time: '9:30' }),
])('finds a market that never closes marked as “%s”', (note) => {
  expect(faultsOf('BTC/USD', [note])).toHaveLength(1);
});
