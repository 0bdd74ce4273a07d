import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { browser } from 'wxt/browser';
import { startAnswering } from '@/lib/background/answers/start-answering.ts';
import { createJudge } from '@/lib/background/intake/judge.ts';
import { inquire, sendCommand } from '@/lib/pages/inquiries.ts';
import { commandItems } from '../../../tools/worker-commands.ts';
import { killWorker } from './kill-worker.ts';

const NOW_MS = Date.UTC(2026, 10, 21, 7);

let carriedOut: string[];

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], now: NOW_MS });
  carriedOut = [];
});
afterEach(() => void vi.useRealTimers());

/** Starts a worker that carries out commands with `work`. */
function startWorker(work = async (_kind: string): Promise<void> => {}): void {
  const carryOut = (kind: string) => async () => {
    carriedOut.push(kind);
    await work(kind);
  };
  startAnswering({
    judge: createJudge(() => {}),
    signatures: () => 'show',
    attributes: () => ({}),
    prices: new Map(),
    connect: async () => null,
    commands: {
      refresh: carryOut('refresh'),
      'refresh-feed-list': carryOut('refresh-feed-list'),
      'test-notification': carryOut('test-notification'),
    },
  });
}

/** A page sends a command and closes. */
const sendAndClose = (sentAtMs = Date.now()) =>
  browser.storage.session.set(commandItems('refresh', sentAtMs));

async function storedKeys(prefix: string): Promise<string[]> {
  const keys = Object.keys(await browser.storage.session.get(null));
  return keys.filter((key) => key.startsWith(prefix));
}

const settle = () => vi.advanceTimersByTimeAsync(10);

describe('a command', () => {
  it.each(['refresh', 'refresh-feed-list', 'test-notification'] as const)(
    'is carried out once: %s',
    async (kind) => {
      startWorker();
      sendCommand(kind);
      await settle();
      expect(carriedOut).toEqual([kind]);
      expect(await storedKeys('')).toEqual([]);
    },
  );

  it('is answered once it has been carried out, not before', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    startWorker(() => promise);
    const answered = vi.fn();
    void inquire({ kind: 'refresh-feed-list' }).then(answered);
    await settle();
    expect(carriedOut).toEqual(['refresh-feed-list']);
    expect(answered).not.toHaveBeenCalled();
    resolve();
    await vi.waitFor(() => expect(answered).toHaveBeenCalledWith('done'));
  });

  it('is carried out by the worker that it starts', async () => {
    await sendAndClose();
    startWorker();
    await settle();
    expect(carriedOut).toEqual(['refresh']);
  });

  it('is carried out again if the worker died halfway', async () => {
    startWorker(() => new Promise(() => {}));
    await sendAndClose();
    await settle();
    killWorker();
    startWorker();
    await settle();
    expect(carriedOut).toEqual(['refresh', 'refresh']);
    expect(await storedKeys('question:')).toEqual([]);
  });

  it('is not carried out again by the next worker, even if its page has closed', async () => {
    startWorker();
    await sendAndClose();
    await settle();
    expect(await storedKeys('question:')).toEqual([]);
    killWorker();
    startWorker();
    await settle();
    expect(carriedOut).toEqual(['refresh']);
  });

  it('is not carried out again if the worker died right after it stored the answer', async () => {
    const [[key, command]] = Object.entries(commandItems('refresh')) as [[string, unknown]];
    const answerKey = key.replace('question:', 'answer:');
    await browser.storage.session.set({
      [key]: command,
      [answerKey]: { ok: true, answer: 'done' },
    });
    startWorker();
    await settle();
    expect(carriedOut).toEqual([]);
  });

  it.each([
    ['40 seconds ago', NOW_MS - 40_000],
    ['before the clock was set back', NOW_MS + 60_000],
  ])('that was sent %s is removed, not carried out', async (_, sentAtMs) => {
    await sendAndClose(sentAtMs);
    startWorker();
    await settle();
    expect(carriedOut).toEqual([]);
    expect(await storedKeys('')).toEqual([]);
  });

  it('leaves nothing in storage 40 seconds later, whether or not it could be carried out', async () => {
    startWorker(async () => {
      throw new Error('failed');
    });
    await sendAndClose();
    await settle();
    expect(await storedKeys('answer:')).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(40_000);
    expect(await storedKeys('')).toEqual([]);
  });
});
