import { describe, expect, it } from 'vitest';
import { createTurns } from '@/lib/background/intake/turns.ts';
import { createUpdateHandler, createUpdates } from '@/lib/background/intake/updates.ts';
import type { JudgedPrice } from '@/lib/background/intake/judge.ts';
import { FirstPrices } from '@/lib/background/samples/first-prices.ts';
import type { StoredPrice } from '@/lib/domain/prices/stored-price.ts';
import { serviceWith } from '../../domain/connection/services.ts';
import { BAD_SIGNATURE, proofOf } from '../../proofs.ts';
import { BTC, judgedPrice } from '../feeds.ts';
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

type Sent = [service: string, JudgedPrice];

/** Handles what services sent, and resolves with whether each failure counted against its service. */
async function failuresOf(sent: readonly Sent[], isOpen: boolean): Promise<boolean[]> {
  const prices = new Map<string, StoredPrice>();
  const counted: boolean[] = [];
  let judged: JudgedPrice | undefined;
  const handle = createUpdateHandler({
    loaded: Promise.resolve(),
    settings: {
      trust: setting(''),
      areSamplesInUse: setting(false),
      storedService: setting(''),
      signatures: setting('show'),
      services: setting([serviceWith({ id: 'first' }), serviceWith({ id: 'second' })]),
      activeService: setting({ id: 'first', since: 0, reason: null }),
    },
    judge: { verifyUpdate: async () => (judged ? [judged] : []) },
    clock: { onPrices: () => {} },
    intake: {
      prices,
      store: async (items: readonly JudgedPrice[]) => {
        counted.push(items.some(({ failure }) => failure !== undefined));
        for (const { id, price } of items) if (price) prices.set(id, price);
      },
    },
    lean: { observe: async () => {} },
    firstPrices: new FirstPrices(),
    isMarketOpen: () => isOpen,
    onRefused: () => {},
    onHandled: () => {},
  } as unknown as Parameters<typeof createUpdateHandler>[0]);
  for (const [service, item] of sent) {
    judged = item;
    const source = { service, ids: new Set([BTC]) };
    await handle(update('any'), new AbortController().signal, source);
  }
  return counted;
}

const setting = <T>(current: T) => ({ current, loaded: Promise.resolve() });

describe('a failed verification', () => {
  const verified = (publishTime: number) =>
    judgedPrice(BTC, '1', publishTime, null, proofOf('verified', ''));
  const failed = { id: BTC, price: null, failure: { reason: BAD_SIGNATURE, trust: '' } };

  it.each([
    ['says nothing while another service delivers newer prices', 3, true, false],
    ['counts although another service repeats the known price', 2, true, true],
    ['counts although another service repeats an older price', 1, true, true],
    [
      'says nothing while another service repeats the last price of a closed market',
      2,
      false,
      false,
    ],
  ])('%s', async (_, publishTime, isOpen, isCounted) => {
    const sent: Sent[] = [
      ['first', verified(2)],
      ['second', verified(publishTime)],
      ['first', failed],
    ];
    expect(await failuresOf(sent, isOpen)).toEqual([false, false, isCounted]);
  });
});
