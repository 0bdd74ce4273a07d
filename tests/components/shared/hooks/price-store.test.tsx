import { beforeEach, expect, it, vi } from 'vitest';
import { createPriceStore, type PriceStore } from '@/components/shared/hooks/use-latest-price.ts';
import { removeLatestPrices, writeLatestPrices } from '@/lib/storage/values/latest-prices.ts';
import { BUILT_IN_SIGNERS_VERSION } from '@/lib/domain/signed-updates/trust/trust-fingerprint.ts';
import { storedPrice } from '../../popup/popup-page.tsx';

const IDS = Array.from({ length: 200 }, (_, n) => String(n).padStart(64, '0'));
const ID = String(IDS[0]);

let store: PriceStore;

beforeEach(() => {
  store = createPriceStore();
  store.prime(new Map(), BUILT_IN_SIGNERS_VERSION);
  return () => store.close();
});

function tick(ids: readonly string[], price: string): Promise<void> {
  const prices = ids.map((id) => [id, storedPrice({ price })] as const);
  return writeLatestPrices(new Map(prices), Date.now());
}

it('notifies only the readers of the feeds that changed', async () => {
  const [first, second] = [vi.fn(), vi.fn()];
  store.subscribe(ID, first);
  store.subscribe(String(IDS[1]), second);
  await tick([ID], '5');
  expect(first).toHaveBeenCalledOnce();
  expect(second).not.toHaveBeenCalled();
  expect(store.read(ID)?.price.price).toBe('5');
});

it('notifies all readers of a large update, in batches', async () => {
  const reader = vi.fn();
  for (const id of IDS) store.subscribe(id, reader);
  await tick(IDS, '5');
  expect(reader.mock.calls.length).toBeLessThan(IDS.length);
  // A read in the meantime returns the new price all the same.
  expect(store.read(String(IDS.at(-1)))?.price.price).toBe('5');
  await vi.waitFor(() => expect(reader).toHaveBeenCalledTimes(IDS.length));
});

it('notifies the readers in view at once, and the others in a later frame', async () => {
  const [shown, hidden] = [vi.fn(), vi.fn()];
  store.subscribe(String(IDS[1]), hidden, () => false);
  store.subscribe(ID, shown, () => true);
  await tick([String(IDS[1]), ID], '5');
  expect(shown).toHaveBeenCalledOnce();
  expect(hidden).not.toHaveBeenCalled();
  // A change meanwhile must not make the readers in view wait for the others.
  await tick([ID], '6');
  expect(shown).toHaveBeenCalledTimes(2);
  await vi.waitFor(() => expect(hidden).toHaveBeenCalledOnce());
  expect(shown).toHaveBeenCalledTimes(2);
});

it('notifies a feed at once if any of its readers is in view', async () => {
  const reader = vi.fn();
  store.subscribe(ID, reader, () => false);
  store.subscribe(ID, vi.fn(), () => true);
  await tick([ID], '5');
  expect(reader).toHaveBeenCalledOnce();
});

it('keeps prices that arrived before it was primed', async () => {
  store.close();
  store = createPriceStore();
  await tick([ID], '2');
  store.prime(new Map([[ID, storedPrice({ price: '1' })]]), BUILT_IN_SIGNERS_VERSION);
  expect(store.read(ID)).toMatchObject({ price: { price: '2' } });
});

it('drops a removed price that is shown, but keeps one whose row was just removed', async () => {
  const stop = store.subscribe(ID, vi.fn());
  await tick([ID], '1');
  await removeLatestPrices([ID]);
  expect(store.read(ID)).toBeUndefined();

  await tick([ID], '1');
  stop();
  await removeLatestPrices([ID]);
  expect(store.read(ID)?.price.price).toBe('1');
});

it('receives no more prices after it is closed', async () => {
  store.close();
  await tick([ID], '1');
  expect(store.read(ID)).toBeUndefined();
});

it('checks a stored price once, when it is first read, and not after a newer one', async () => {
  store.close();
  store = createPriceStore();
  const get = vi.fn(() => storedPrice({ price: '1' }));
  store.prime({ get }, BUILT_IN_SIGNERS_VERSION);
  expect(get).not.toHaveBeenCalled();
  expect(store.read(ID)?.price.price).toBe('1');
  expect(store.read(ID)).toBe(store.read(ID));
  await tick([String(IDS[1])], '2');
  expect(store.read(String(IDS[1]))?.price.price).toBe('2');
  expect(get).toHaveBeenCalledOnce();
});
