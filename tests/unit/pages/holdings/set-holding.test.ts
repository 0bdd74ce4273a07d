import { expect, it, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { setHolding } from '@/lib/pages/holdings/set-holding.ts';
import { holdings } from '@/lib/storage/values/holdings.ts';

const [A, B] = ['a'.repeat(64), 'b'.repeat(64)] as [string, string];
const ONE = { quantity: '1', cost: null };
const TWO = { quantity: '2', cost: { perUnit: '3', currency: 'EUR' } };

it('a holding is stored until it is deleted, and what was there before is returned', async () => {
  expect(await setHolding(A, ONE)).toBeNull();
  expect(await setHolding(B, ONE)).toBeNull();
  expect(await setHolding(A, TWO)).toEqual(ONE);
  expect(await holdings.getValue()).toEqual({ [A]: TWO, [B]: ONE });
  expect(await setHolding(A, null)).toEqual(TWO);
  expect(await holdings.getValue()).toEqual({ [B]: ONE });
});

it('storing the same again, or deleting nothing, writes nothing', async () => {
  await setHolding(A, TWO);
  const write = vi.spyOn(fakeBrowser.storage.local, 'set');
  await setHolding(A, { ...TWO });
  await setHolding(B, null);
  expect(write).not.toHaveBeenCalled();
});
