import { beforeEach, expect, it, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { storeAnswer, watchQuestions } from '@/lib/pages/inquiries.ts';
import { pageCatalog } from '@/lib/pages/catalog.ts';
import { catalog } from '@/lib/storage/catalog-store.ts';
import { catalogStatus } from '@/lib/storage/values/catalog.ts';
import { BTC } from '../background/feeds.ts';

// A database like IndexedDB, which Node lacks. The real one is in tests/browser/catalog.test.ts.
const database = vi.hoisted(() => ({ texts: new Map<string, unknown>(), isRefused: false }));
vi.mock('@/lib/storage/open-once.ts', () => ({
  openOnce: () => async () => {
    if (database.isRefused) throw new DOMException('Refused.', 'InvalidStateError');
    return {
      get: async (_: string, key: string) => database.texts.get(key),
      put: async (_: string, value: unknown, key: string) => void database.texts.set(key, value),
    };
  },
}));

const LIST = { fetchedAt: 5, feeds: [{ id: BTC, attributes: { symbol: 'Crypto.BTC/USD' } }] };
const STATUS = { fetchedAt: 5, triedAt: 5, error: null };

beforeEach(() => {
  database.texts.clear();
  database.isRefused = false;
});

it('the list is in the database alone', async () => {
  await catalog.setValue(LIST);
  expect(await catalog.getValue()).toEqual(LIST);
  const { local, session } = fakeBrowser.storage;
  expect([await local.get(null), await session.get(null)]).toEqual([{}, {}]);
});

it('where a database is refused, session storage has what fits into its share', async () => {
  database.isRefused = true;
  const feed = { id: BTC, attributes: { description: '<'.repeat(1_000) } };
  await catalog.setValue({ fetchedAt: 5, feeds: Array.from({ length: 1_000 }, () => feed) });
  const { feeds } = await catalog.getValue();
  expect(feeds.length).toBeGreaterThan(300);
  expect(feeds.length).toBeLessThan(350);
  // Later it is no longer refused.
  database.isRefused = false;
  await catalog.setValue(LIST);
  expect(await catalog.getValue()).toEqual(LIST);
});

it.each([
  ['not JSON', '{'],
  ['no list', '{"fetchedAt":5}'],
  ['no text', { ...LIST }],
])('a damaged list (%s) counts as missing', async (_, raw) => {
  database.texts.set('current', raw);
  expect(await catalog.getValue()).toEqual(catalog.fallback);
});

it('pages get each new list, once it is complete', async () => {
  const seen: unknown[] = [];
  const stop = pageCatalog.watch((value) => seen.push(value));
  await catalog.setValue(LIST);
  expect(seen).toEqual([]);
  await catalogStatus.setValue(STATUS);
  await vi.waitFor(() => expect(seen).toEqual([LIST]));
  await catalogStatus.setValue({ ...STATUS, triedAt: 6, error: { code: 'unreachable' } });
  stop();
  await catalogStatus.setValue({ ...STATUS, fetchedAt: 7 });
  expect(await catalog.getValue()).toEqual(LIST);
  expect(seen).toHaveLength(1);
});

it('a page of a private window, which has its own empty database, asks the worker', async () => {
  const questions: unknown[] = [];
  watchQuestions((id, question) => {
    questions.push(question);
    void storeAnswer(id, { ok: true, answer: LIST });
  });
  expect(await pageCatalog.getValue()).toEqual(catalog.fallback);
  expect(questions).toEqual([]);
  await catalogStatus.setValue(STATUS);
  expect(await pageCatalog.getValue()).toEqual(LIST);
  expect(questions).toEqual([{ kind: 'feed-list' }]);
  await catalog.setValue(LIST);
  expect(await pageCatalog.getValue()).toEqual(LIST);
  expect(questions).toHaveLength(1);
});
