import { describe, expect, it } from 'vitest';
import { t } from '@/lib/base/locale/t.ts';
import { faultWords } from '@/lib/domain/market/fault-words.ts';
import { faultOf, toneOf } from '@/lib/domain/market/price-state.ts';
import { parseSchedule } from '@/lib/domain/prices/schedule-grammar.ts';

const CURRENT = { missing: undefined, hasFailed: false, isUnproven: false, condition: null };
const NOW = Temporal.Instant.from('2026-11-21T12:00:00Z').epochMilliseconds;
const WEEKDAYS = 'America/New_York;O,O,O,O,O,C,C;';
const NEVER = 'America/New_York;C,C,C,C,C,C,C;';

describe('what is wrong with a price', () => {
  it.each([
    ['gone', { missing: 'unknown', hasFailed: true }, t('row.notOffered'), 'gray'],
    ['not-covered', { missing: 'not-covered', hasFailed: true }, t('row.mark.noAccess'), 'gray'],
    ['failed', { hasFailed: true, isUnproven: true }, t('proof.state.failed'), 'gray'],
    ['unproven', { isUnproven: true, condition: 'closed' }, t('proof.state.unchecked'), 'gray'],
    ['stale', { condition: 'stale' }, '15 min old', 'gray'],
    ['after-hours', { condition: 'after-hours' }, t('marketHours.afterHours'), 'usual'],
    ['closed', { condition: 'closed' }, t('row.opens', { time: 'Mon 5:00 AM' }), 'closed'],
  ] as const)('%s', (expected, facts, words, tone) => {
    const fault = faultOf({ ...CURRENT, ...facts });
    expect(fault).toBe(expected);
    const schedule = parseSchedule({ schedule: WEEKDAYS });
    const publishTime = NOW / 1_000 - 900;
    expect(faultWords(expected, { publishTime, schedule, nowMs: NOW })).toBe(words);
    expect([toneOf(fault, true), toneOf(fault, false)]).toEqual([tone, 'gray']);
  });

  it('is nothing', () => {
    expect(faultOf(CURRENT)).toBeNull();
    expect([toneOf(null, true), toneOf(null, false)]).toEqual(['usual', 'gray']);
  });

  it('is that a market is closed, if nobody knows until when', () => {
    const schedule = parseSchedule({ schedule: NEVER });
    expect(faultWords('closed', { publishTime: 0, schedule, nowMs: NOW })).toBe(
      t('row.mark.closed'),
    );
  });
});
