import { expect, it } from 'vitest';
import { createTurns } from '@/lib/background/intake/turns.ts';
import { createUpdates } from '@/lib/background/intake/updates.ts';
import type { PriceUpdate } from '@/lib/price-service/index.ts';

const update = (name: string): PriceUpdate => ({ binary: { encoding: 'hex', data: [name] } });

/** Starts a queue whose handler waits until it is released. */
function startQueue() {
  const handled: string[] = [];
  let release = Promise.withResolvers<void>();
  const turns = createTurns();
  const queue = createUpdates(turns, async ({ binary }) => {
    handled.push(binary.data[0] ?? '');
    await release.promise;
    if (binary.data[0] === 'bad') throw new Error('not stored');
  });
  return {
    ...queue,
    turns,
    handled,
    releaseAll: () => {
      release.resolve();
      release = Promise.withResolvers();
      release.resolve();
    },
  };
}

it('handles updates one at a time, in order', async () => {
  const { addIfRoom, handled, releaseAll } = startQueue();
  const all = ['a', 'b', 'c'].map((name) => addIfRoom(update(name)));
  await Promise.resolve();
  expect(handled).toEqual(['a']);
  releaseAll();
  await Promise.all(all);
  expect(handled).toEqual(['a', 'b', 'c']);
});

it('drops the excess of a flood at once, but nothing that comes after it', async () => {
  const { addIfRoom, handled, releaseAll } = startQueue();
  const flood = Array.from({ length: 500 }, (_, count) => addIfRoom(update(String(count))));
  releaseAll();
  await Promise.all(flood);
  expect(handled).toHaveLength(16);
  await addIfRoom(update('after'));
  expect(handled.at(-1)).toBe('after');
});

it('rejects for the update that failed, and continues', async () => {
  const { addIfRoom, handled, releaseAll } = startQueue();
  const bad = addIfRoom(update('bad'));
  const good = addIfRoom(update('good'));
  releaseAll();
  await expect(bad).rejects.toThrow('not stored');
  await good;
  expect(handled).toEqual(['bad', 'good']);
});

it('does not drop an answer to a request during a flood', async () => {
  const { addIfRoom, add, handled, releaseAll } = startQueue();
  const flood = Array.from({ length: 500 }, (_, count) => addIfRoom(update(String(count))));
  const answer = add(update('answer'));
  releaseAll();
  await Promise.all([...flood, answer]);
  expect(handled).toHaveLength(17);
  expect(handled.at(-1)).toBe('answer');
});

it('drops all waiting updates when it is cleared, and continues', async () => {
  const dropped: boolean[] = [];
  const first = Promise.withResolvers<void>();
  const handled: string[] = [];
  const { addIfRoom, add, clear } = createUpdates(createTurns(), async ({ binary }, signal) => {
    handled.push(binary.data[0] ?? '');
    await first.promise;
    dropped.push(signal.aborted);
  });
  const before = [
    addIfRoom(update('in work')),
    addIfRoom(update('waiting')),
    add(update('answer')),
  ];
  await Promise.resolve();
  clear();
  first.resolve();
  await Promise.all(before);
  await addIfRoom(update('after'));
  expect(handled).toEqual(['in work', 'after']);
  expect(dropped).toEqual([true, false]);
});

it('puts a change of settings after the update in progress and before the waiting ones', async () => {
  const { addIfRoom, add, turns, handled, releaseAll } = startQueue();
  const all = [addIfRoom(update('in progress')), add(update('waiting'))];
  await Promise.resolve();
  const change = turns.next(async () => void handled.push('change'));
  releaseAll();
  await Promise.all([...all, change]);
  expect(handled).toEqual(['in progress', 'change', 'waiting']);
});
