import { describe, expect, it } from 'vitest';
import { isNewer, lastFor, nextPrice, positionAfter } from '@/lib/domain/prices/newer.ts';
import type { Proof } from '@/lib/domain/prices/stored-price.ts';
import { receivedPrice } from '../../background/feeds.ts';
import { proofOf } from '../../proofs.ts';

const NOW_S = 1_800_000_000;
const NOW_MS = NOW_S * 1_000;
const TRUST = 'trusted';
const at = (publishTime: number, slot: number | null = null) => ({ publishTime, slot });

describe('isNewer', () => {
  it.each([
    ['a later publish time, whatever the slot', at(NOW_S, 1), at(NOW_S - 1, 7)],
    ['a later slot of the same second', at(NOW_S, 8), at(NOW_S, 7)],
    ['a slot where the last one has none', at(NOW_S, 1), at(NOW_S)],
    ['a present time after one of the future', at(NOW_S, 1), at(NOW_S + 61, 7)],
  ])('is true for %s', (_what, price, last) => {
    expect(isNewer(price, last, NOW_MS)).toBe(true);
  });

  it.each([
    ['an earlier publish time', at(NOW_S - 1, 8), at(NOW_S, 7)],
    ['the same time and slot', at(NOW_S, 7), at(NOW_S, 7)],
    ['an earlier slot of the same second', at(NOW_S, 6), at(NOW_S, 7)],
    ['no slot in the same second', at(NOW_S), at(NOW_S, 7)],
    ['a present time after one that a clock error explains', at(NOW_S), at(NOW_S + 60)],
    ['an earlier time of two in the future', at(NOW_S + 61), at(NOW_S + 62)],
  ])('is false for %s', (_what, price, last) => {
    expect(isNewer(price, last, NOW_MS)).toBe(false);
  });
});

it('the position after an unverified price keeps the last verified moment', () => {
  const verified = positionAfter(at(NOW_S, 1), true, null);
  expect(verified).toEqual({ ...at(NOW_S, 1), verified: at(NOW_S, 1) });
  const unverified = positionAfter(at(NOW_S + 1, 2), false, verified);
  expect(unverified).toEqual({ ...at(NOW_S + 1, 2), verified: at(NOW_S, 1) });
  expect(lastFor(true, unverified)).toEqual(at(NOW_S, 1));
  expect(lastFor(false, unverified)).toBe(unverified);
  expect(positionAfter(at(NOW_S), false, null).verified).toBeNull();
});

describe('nextPrice', () => {
  it('never puts a sample in the place of a price, and a price always in that of a sample', () => {
    const price = receivedPrice('1', NOW_S);
    const sample = { ...receivedPrice('2', NOW_S + 1), isSample: true as const };
    expect(nextPrice(price, sample, NOW_MS)).toBeNull();
    expect(nextPrice(sample, price, NOW_MS)).toEqual(price);
  });

  it.each(['NaN', '1e5', '', ' 1', '9'.repeat(10_000)])('rejects the mantissa %j', (price) => {
    expect(nextPrice(undefined, receivedPrice(price.slice(0, 10_000), NOW_S), NOW_MS)).toBeNull();
  });

  it('keeps the direction of the last change while there is nothing to compare', () => {
    const before = { ...receivedPrice('1', NOW_S - 1), direction: -1 } as const;
    const sameAgain = nextPrice(before, receivedPrice('1', NOW_S), NOW_MS);
    expect(sameAgain).toMatchObject({ direction: -1 });
    expect(nextPrice(before, receivedPrice('2', NOW_S), NOW_MS)).toMatchObject({ direction: 1 });
    const damaged = { ...before, price: 'x' };
    expect(nextPrice(damaged, receivedPrice('2', NOW_S), NOW_MS)).toMatchObject({ direction: -1 });
  });

  it('rejects a price from far in the future, which would block all later ones', () => {
    expect(nextPrice(undefined, receivedPrice('1', 253_402_300_799), NOW_MS)).toBeNull();
  });

  it('corrects the clock before it decides what is in the future', () => {
    const slowMs = NOW_MS - 25 * 3_600_000;
    expect(nextPrice(undefined, receivedPrice('1', NOW_S), slowMs)).toBeNull();
    expect(nextPrice(undefined, receivedPrice('1', NOW_S), NOW_MS)).not.toBeNull();
  });

  it('keeps the order of updates if the local clock is slow', () => {
    const slowMs = NOW_MS - 120_000;
    const newest = nextPrice(undefined, receivedPrice('1', NOW_S), slowMs)!;
    expect(nextPrice(newest, receivedPrice('2', NOW_S - 1), slowMs + 400)).toBeNull();
    expect(nextPrice(newest, receivedPrice('2', NOW_S + 1), slowMs + 400)).not.toBeNull();
  });
});

describe('nextPrice and signatures', () => {
  const sent = (price: string, publishTime: number, state?: Proof['state']) =>
    receivedPrice(price, publishTime, 7, state && proofOf(state, TRUST));

  it('replace an unverified price with the verified one of the same time', () => {
    for (const state of ['unchecked', undefined] as const) {
      const after = nextPrice(sent('999', NOW_S, state), sent('1', NOW_S, 'verified'), NOW_MS);
      expect(after).toMatchObject({ price: '1', proof: { state: 'verified' } });
    }
  });

  it('let no unverified price from the future replace a verified one', () => {
    const honest = sent('1', NOW_S - 5, 'verified');
    const lie = sent('999', NOW_S + 6, 'unchecked');
    expect(nextPrice(honest, lie, NOW_MS)).toBeNull();
    const between = nextPrice(honest, sent('2', NOW_S, 'unchecked'), NOW_MS)!;
    expect(nextPrice(between, lie, NOW_MS)).toBeNull();
    // Without signatures nothing shows that the clock is slow.
    expect(nextPrice(sent('1', NOW_S - 5), lie, NOW_MS)).toMatchObject({ price: '999' });
  });

  it.each([5, 0, -4])(
    'never let an unverified price dated %s s ahead hold back a verified one',
    (ahead) => {
      const honest = sent('1', NOW_S - 5, 'verified');
      const lie = nextPrice(honest, sent('999', NOW_S + ahead, 'unchecked'), NOW_MS)!;
      expect(lie.price).toBe('999');
      for (const before of [lie, nextPrice(lie, sent('9', NOW_S + ahead + 1), NOW_MS + 1_000)!]) {
        const after = nextPrice(before, sent('2', NOW_S - 4, 'verified'), NOW_MS);
        expect(after).toMatchObject({ price: '2', proof: { state: 'verified' } });
        // But it never brings back an older verified one.
        expect(nextPrice(before, sent('0', NOW_S - 6, 'verified'), NOW_MS)).toBeNull();
        expect(nextPrice(before, honest, NOW_MS)).toBeNull();
      }
    },
  );

  it('add the verdict to a price that was not checked before, once', () => {
    const before = sent('1', NOW_S);
    const after = nextPrice(before, sent('1', NOW_S, 'unchecked'), NOW_MS)!;
    expect(after).toEqual({ ...before, proof: proofOf('unchecked', TRUST) });
    expect(nextPrice(after, sent('1', NOW_S, 'unchecked'), NOW_MS)).toBeNull();
    expect(nextPrice(before, sent('1', NOW_S - 5, 'unchecked'), NOW_MS)).toBeNull();
  });

  it('never remove the proof of a price', () => {
    const before = sent('1', NOW_S, 'verified');
    for (const next of ['verified', 'unchecked', undefined] as const) {
      expect(nextPrice(before, sent('2', NOW_S, next), NOW_MS)).toBeNull();
    }
  });
});
