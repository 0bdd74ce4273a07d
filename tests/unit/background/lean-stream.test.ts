import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { JudgedItem } from '@/lib/background/judge.ts';
import { createLeanGate } from '@/lib/background/lean-stream.ts';
import { BTC, ETH, item } from './feeds.ts';
import { BAD_SIGNATURE, proofOf } from '../proofs.ts';

const HOUR_MS = 3_600_000;

const judged = (id: string, state: 'verified' | 'unchecked'): JudgedItem => ({
  ...item(id, '1', 1),
  proof: proofOf(state, ''),
});
const failure = { reason: BAD_SIGNATURE, trust: '' };
const proven = [judged(BTC, 'verified'), judged(ETH, 'verified')];

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: 1_000 * HOUR_MS }));
afterEach(() => void vi.useRealTimers());

describe('the lean stream', () => {
  it('is for a service whose figures were all verified, by the next worker too', async () => {
    const onChange = vi.fn();
    const gate = createLeanGate(onChange);
    expect(await gate.isOpen()).toBe(false);
    await gate.heed(proven);
    await gate.heed(proven);
    expect(await gate.isOpen()).toBe(true);
    expect(onChange).toHaveBeenCalledOnce();
    expect(await createLeanGate(onChange).isOpen()).toBe(true);
  });

  it.each<[string, JudgedItem]>([
    ['is unchecked', judged(ETH, 'unchecked')],
    ['failed', { id: ETH, item: null, failure }],
    ['differs from the signed one', { ...judged(ETH, 'verified'), failure }],
  ])('ends with a price that %s', async (_what, bad) => {
    const onChange = vi.fn();
    const gate = createLeanGate(onChange);
    await gate.heed(proven);
    await gate.heed([judged(BTC, 'verified'), bad]);
    expect(await gate.isOpen()).toBe(false);
    expect(onChange).toHaveBeenCalledTimes(2);
  });

  it('ends with signed bytes that nobody can read, not with an answer about no feed', async () => {
    const gate = createLeanGate(() => {});
    await gate.heed(proven);
    await gate.heed([]);
    expect(await gate.isOpen()).toBe(true);
    await gate.heed([], true);
    expect(await gate.isOpen()).toBe(false);
  });

  it('is tried again after an hour, not with each update', async () => {
    const gate = createLeanGate(() => {});
    await gate.heed([judged(BTC, 'unchecked')]);
    await gate.heed(proven);
    expect(await gate.isOpen()).toBe(false);
    vi.setSystemTime(1_001 * HOUR_MS);
    await gate.heed(proven);
    expect(await gate.isOpen()).toBe(true);
  });

  it('is not for figures whose signatures nobody looked at', async () => {
    const gate = createLeanGate(() => {});
    await gate.heed([item(BTC, '1', 1)]);
    expect(await gate.isOpen()).toBe(false);
  });

  it('is begun anew with other settings', async () => {
    const gate = createLeanGate(() => {});
    await gate.heed([judged(BTC, 'unchecked')]);
    await gate.forget();
    await gate.heed(proven);
    expect(await gate.isOpen()).toBe(true);
  });
});
