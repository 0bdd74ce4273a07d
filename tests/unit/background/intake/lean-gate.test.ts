import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { JudgedPrice } from '@/lib/background/intake/judge.ts';
import { createLeanGate } from '@/lib/background/intake/lean-gate.ts';
import { BTC, ETH, judgedPrice } from '../feeds.ts';
import { BAD_SIGNATURE, proofOf } from '../../proofs.ts';

const HOUR_MS = 3_600_000;

const judged = (id: string, state: 'verified' | 'unchecked'): JudgedPrice =>
  judgedPrice(id, '1', 1, null, proofOf(state, ''));
const failure = { reason: BAD_SIGNATURE, trust: '' };
const proven = [judged(BTC, 'verified'), judged(ETH, 'verified')];

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: 1_000 * HOUR_MS }));
afterEach(() => void vi.useRealTimers());

describe('the lean gate', () => {
  it('is open for a service whose prices are all verified, in the next worker too', async () => {
    const onChange = vi.fn();
    const gate = createLeanGate(onChange);
    expect(gate.isOpen).toBe(false);
    await gate.observe(proven);
    await gate.observe(proven);
    expect(gate.isOpen).toBe(true);
    expect(onChange).toHaveBeenCalledOnce();
    const next = createLeanGate(onChange);
    await next.loaded;
    expect(next.isOpen).toBe(true);
  });

  it.each<[string, JudgedPrice]>([
    ['is unchecked', judged(ETH, 'unchecked')],
    ['failed', { id: ETH, price: null, failure }],
    ['differs from the signed one', { ...judged(ETH, 'verified'), failure }],
  ])('closes after a price that %s', async (_what, bad) => {
    const onChange = vi.fn();
    const gate = createLeanGate(onChange);
    await gate.observe(proven);
    await gate.observe([judged(BTC, 'verified'), bad]);
    expect(gate.isOpen).toBe(false);
    expect(onChange).toHaveBeenCalledTimes(2);
  });

  it('closes after unreadable signed bytes, but not after an answer without feeds', async () => {
    const gate = createLeanGate(() => {});
    await gate.observe(proven);
    await gate.observe([]);
    expect(gate.isOpen).toBe(true);
    await gate.observe([], true);
    expect(gate.isOpen).toBe(false);
  });

  it('opens again after an hour, not with the next update', async () => {
    const gate = createLeanGate(() => {});
    await gate.observe([judged(BTC, 'unchecked')]);
    await gate.observe(proven);
    expect(gate.isOpen).toBe(false);
    vi.setSystemTime(1_001 * HOUR_MS);
    await gate.observe(proven);
    expect(gate.isOpen).toBe(true);
  });

  it('stays closed if signatures are not checked', async () => {
    const gate = createLeanGate(() => {});
    await gate.observe([judgedPrice(BTC, '1', 1)]);
    expect(gate.isOpen).toBe(false);
  });

  it('starts over with other settings', async () => {
    const gate = createLeanGate(() => {});
    await gate.observe([judged(BTC, 'unchecked')]);
    await gate.reset();
    await gate.observe(proven);
    expect(gate.isOpen).toBe(true);
  });
});
