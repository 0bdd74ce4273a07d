import { describe, expect, it } from 'vitest';
import { tradingOf } from '@/lib/domain/market/trading.ts';
import type { StoredPrice } from '@/lib/domain/prices/stored-price.ts';
import { BTC, EUR, receivedPrice } from '../../background/feeds.ts';
import { proofOf } from '../../proofs.ts';

const UNKNOWN = 'f'.repeat(64);
const NEVER = { schedule: 'UTC;C,C,C,C,C,C,C;' };
// A Wednesday, when currencies trade.
const NOW_MS = Date.UTC(2026, 10, 25, 12);
const SATURDAY_MS = Date.UTC(2026, 10, 28, 12);
const DAY = 86_400;

function trading(id: string, ageSeconds: number, { isSigned = true, nowMs = NOW_MS } = {}) {
  const proof = proofOf(isSigned ? 'verified' : 'unchecked', 't');
  const publishTime = nowMs / 1_000 - ageSeconds;
  const price: StoredPrice = receivedPrice('64000', publishTime, 1, proof);
  const moment = { lastAskedAtMs: nowMs, limitSeconds: 60, nowMs, skewMs: 0 };
  return tradingOf({ ...moment, id, attributes: NEVER, price });
}

describe('a schedule that says "never open"', () => {
  it.each([
    ['a recent signed price is trading', UNKNOWN, 50, {}, [false, false, null]],
    ['a recent unsigned one is not', UNKNOWN, 50, { isSigned: false }, [true, false, null]],
    ['an old one is excused, with its age', UNKNOWN, 3 * DAY, {}, [true, false, 3 * DAY]],
    ['but for no more than a long weekend', UNKNOWN, 5 * DAY, {}, [false, true, null]],
    ['hours in the code decide: bitcoin never closes', BTC, 90, {}, [false, true, null]],
    ['and the euro trades on a Wednesday', EUR, 90, {}, [false, true, null]],
    ['but not on a Saturday', EUR, DAY, { nowMs: SATURDAY_MS }, [true, false, null]],
  ] as const)('%s', (_, id, age, more, [isClosed, isStale, excusedSeconds]) => {
    expect(trading(id, age, more)).toEqual({ isClosed, isStale, excusedSeconds });
  });
});
