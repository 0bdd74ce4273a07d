import { describe, expect, it } from 'vitest';
import { proofOf } from '../../proofs.ts';
import { conditionOf } from '@/lib/domain/prices/condition.ts';

const PUBLISH_TIME = 1_700_000_000;
const FRESH = {
  attributes: {},
  price: { publishTime: PUBLISH_TIME },
  lastAskedAtMs: (PUBLISH_TIME + 1) * 1_000,
  limitSeconds: 60,
  nowMs: (PUBLISH_TIME + 2) * 1_000,
  skewMs: 0,
};
const SIGNED = { publishTime: PUBLISH_TIME, proof: proofOf('verified', 't') };
const LATER = (PUBLISH_TIME + 61) * 1_000;
// Monday to Sunday, without holidays.
const NEVER_OPEN = { attributes: { schedule: 'UTC;C,C,C,C,C,C,C;' } };
const OPEN_UNTIL_LATER = { attributes: { schedule: 'UTC;C,0000-2214,C,C,C,C,C;' } };

describe('the condition of a price', () => {
  it.each([
    ['current while it is fresh', {}, null],
    ['stale if it was older than the limit at the last request', { lastAskedAtMs: LATER }, 'stale'],
    ['current before the first request', { lastAskedAtMs: 0, nowMs: LATER }, null],
    ['closed, not stale', { ...NEVER_OPEN, lastAskedAtMs: LATER }, 'closed'],
    ['closed also without a price', { ...NEVER_OPEN, price: undefined }, 'closed'],
    // A schedule cannot call a market closed whose signed prices are seconds old.
    ['after hours', { ...NEVER_OPEN, price: SIGNED }, 'after-hours'],
    [
      'closed before the first request',
      { ...NEVER_OPEN, price: SIGNED, lastAskedAtMs: 0 },
      'closed',
    ],
    ['closed 61 s later', { ...NEVER_OPEN, price: SIGNED, lastAskedAtMs: LATER }, 'closed'],
    [
      'closed right after the last price of a session',
      { ...OPEN_UNTIL_LATER, price: SIGNED, nowMs: LATER },
      'closed',
    ],
    ['unknown without a price', { price: undefined, lastAskedAtMs: LATER }, null],
    // The price is of 22:13:20 on a Tuesday.
    ['open while its market is', OPEN_UNTIL_LATER, null],
    ['closed by a clock that is right', { ...OPEN_UNTIL_LATER, skewMs: -60_000 }, 'closed'],
    ['open by a corrected clock', { ...OPEN_UNTIL_LATER, nowMs: LATER, skewMs: 61_000 }, null],
  ] as const)('is %s', (_, change, condition) => {
    expect(conditionOf({ ...FRESH, ...change })).toBe(condition);
  });
});
