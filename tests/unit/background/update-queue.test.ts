import { expect, it } from 'vitest';
import { createUpdateQueue } from '@/lib/background/update-queue.ts';
import type { PriceUpdate } from '@/lib/price-service/index.ts';

const update = (name: string): PriceUpdate => ({ binary: { encoding: 'hex', data: [name] } });

/** A queue whose handler waits to be released. */
function startQueue() {
  const handled: string[] = [];
  let release = Promise.withResolvers<void>();
  const admit = createUpdateQueue(async ({ binary }) => {
    handled.push(binary.data[0] ?? '');
    await release.promise;
    if (binary.data[0] === 'bad') throw new Error('not stored');
  });
  return {
    admit,
    handled,
    releaseAll: () => {
      release.resolve();
      release = Promise.withResolvers();
      release.resolve();
    },
  };
}

it('handles updates one after the other, in their order', async () => {
  const { admit, handled, releaseAll } = startQueue();
  const all = ['a', 'b', 'c'].map((name) => admit(update(name)));
  await Promise.resolve();
  expect(handled).toEqual(['a']);
  releaseAll();
  await Promise.all(all);
  expect(handled).toEqual(['a', 'b', 'c']);
});

it('leaves out what floods it before any work is done, never what comes after', async () => {
  const { admit, handled, releaseAll } = startQueue();
  const flood = Array.from({ length: 500 }, (_, count) => admit(update(String(count))));
  releaseAll();
  await Promise.all(flood);
  expect(handled).toHaveLength(16);
  await admit(update('after'));
  expect(handled.at(-1)).toBe('after');
});

it('tells of a failure to the one who sent it, and goes on', async () => {
  const { admit, handled, releaseAll } = startQueue();
  const bad = admit(update('bad'));
  const good = admit(update('good'));
  releaseAll();
  await expect(bad).rejects.toThrow('not stored');
  await good;
  expect(handled).toEqual(['bad', 'good']);
});
