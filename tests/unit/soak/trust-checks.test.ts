import { describe, expect, it } from 'vitest';
import type { Distrust, Observations } from '../../soak/observations.ts';
import {
  checkDistrust,
  checkTrustAgain,
  isUnverifiedView,
  isVerifiedView,
} from '../../soak/trust-checks.ts';
import { anyRun, T0, viewOf } from './any-run.ts';

const DISTRUST: Distrust = { removedAt: T0, addedAt: T0 + 6_000, verifiedMs: 400 };
const VERIFIED = 'Verified: 3 of 5 signers · Soak (added by you)';
const NOT_VERIFIED = 'Not verified';

function faults(change: Partial<Observations>): string[] {
  return checkDistrust(anyRun({ distrusts: [DISTRUST], ...change })).faults;
}

function stored(afterMs: number, trust: string, isFirst = false) {
  const proof = { state: 'verified', trust };
  return { at: T0 + afterMs, key: 'latest:x', value: { publishTime: 1, proof }, isFirst };
}

describe('the check after signers were removed', () => {
  it('passes for prices shown as verified before, just after, and when the signers are back', () => {
    const views = [-100, 900, 6_100].map((after) => viewOf(after, { 'BTC/USD': [VERIFIED] }));
    const changes = [stored(-100, 'b1-x'), stored(2_000, 'b1-x'), stored(6_100, 'b1-x')];
    expect(faults({ views, changes })).toEqual([]);
  });

  it('passes if nothing is shown as verified', () => {
    const tooltip =
      'Pricelight · Live\n2 prices failed verification\nBTC/USD  1 · 2 s · not verified';
    const others = { connection: 'Live · 3 not verified', tooltip };
    expect(faults({ views: [viewOf(5_000, { 'BTC/USD': [NOT_VERIFIED] }, others)] })).toEqual([]);
  });

  it('fails for a row that is shown as verified', () => {
    expect(faults({ views: [viewOf(1_100, { 'BTC/USD': [VERIFIED] })] })).toEqual([
      'The row BTC/USD was shown as verified 1100 ms after its trust was removed.',
    ]);
  });

  it('fails for a count of verified prices', () => {
    const connection = 'Live · 2 of 3 verified · 1 not verified';
    expect(faults({ views: [viewOf(3_100, {}, { connection })] })).toEqual([
      'The popup counted verified prices 3100 ms after its trust was removed.',
    ]);
  });

  it('fails for a tooltip that says verified', () => {
    const tooltip =
      'Pricelight · Live\nBTC/USD  1 · 2 s · verified\nETH/USD  1 · 2 s · not verified';
    expect(faults({ views: [viewOf(3_100, {}, { tooltip })] })).toEqual([
      'The tooltip said "verified" 3100 ms after its trust was removed.',
    ]);
  });

  it('fails for a price that is stored as verified under the removed trust', () => {
    expect(faults({ changes: [stored(3_100, 'b1-x')] })).toEqual([
      'latest:x was stored as verified 3100 ms after its trust was removed.',
    ]);
  });

  it('accepts an old proof under the removed trust, but none under the current trust', () => {
    expect(faults({ changes: [stored(3_100, 'b1-x', true)] })).toEqual([]);
    expect(faults({ changes: [stored(100, 'b1', true)] })).toEqual([
      'latest:x was stored as verified 100 ms after its trust was removed.',
    ]);
  });
});

describe('the check after signers were added again', () => {
  it.each([
    [1_900, 0],
    [2_100, 1],
    [null, 1],
  ])('verified after %s ms', (verifiedMs, count) => {
    const distrusts = [{ ...DISTRUST, verifiedMs }];
    expect(checkTrustAgain(anyRun({ distrusts })).faults).toHaveLength(count);
  });
});

describe('a view counts as', () => {
  it('verified if every open market is', () => {
    expect(isVerifiedView(viewOf(0, { 'BTC/USD': [VERIFIED], 'EUR/USD': [] }))).toBe(true);
    expect(isVerifiedView(viewOf(0, { 'BTC/USD': [VERIFIED], 'ETH/USD': [] }))).toBe(false);
    expect(isVerifiedView(viewOf(0, {}))).toBe(false);
  });

  it('not verified if no open market is', () => {
    expect(isUnverifiedView(viewOf(0, { 'BTC/USD': [NOT_VERIFIED] }))).toBe(true);
    expect(isUnverifiedView(viewOf(0, { 'BTC/USD': [VERIFIED] }))).toBe(false);
  });
});
