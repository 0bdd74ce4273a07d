import { expect, it } from 'vitest';
import { MAX_WATCHLIST } from '@/lib/base/limits.ts';
import { carryOut } from '@/lib/pages/offers/carry-out.ts';
import { watchlist } from '@/lib/storage/values/watchlist.ts';

const [FIRST, SECOND] = ['a', 'b'].map((letter) => ({ id: letter.repeat(64), attributes: {} }));
const LIST = { kind: 'list', feeds: [FIRST!, SECOND!], unknown: [] } as const;

it('adds what fits of a list, and says how much that is', async () => {
  const others = Array.from({ length: MAX_WATCHLIST }, (_, at) => `${at}`.padStart(64, '0'));
  await watchlist.setValue(others);
  expect(await carryOut(LIST, null)).toEqual({ refusal: 'full' });
  await watchlist.setValue(others.slice(1));
  const outcome = await carryOut(LIST, null);
  expect(outcome).toMatchObject({ added: 1 });
  expect((await watchlist.getValue()).at(-1)).toBe(FIRST!.id);
  if ('undo' in outcome) await outcome.undo();
  expect(await watchlist.getValue()).toEqual(others.slice(1));
});
