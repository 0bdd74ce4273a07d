import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { connectionState } from '@/lib/storage/values/connection.ts';
import type { Fault } from '../../../price-service/server.ts';
import { startWorker } from '../../worker/mortal-worker.ts';
import { until } from '../../worker/fast-time.ts';
import { collectPrices, endWorld, prepareWorld, priceCalls, setUpServices } from './world.ts';

// Requests are answered, and only the stream fails.

beforeEach(prepareWorld);
afterEach(endWorld);

vi.setConfig({ testTimeout: 120_000 });

const html = { 'content-type': 'text/html' };

const BLOCKS: Array<[string, Fault]> = [
  ['is reset', { kind: 'reset', where: 'before' }],
  ['gets a block page', { kind: 'status', status: 403, headers: html, body: '<html>Blocked' }],
];

it.each(BLOCKS)(
  'a stream that %s: polls bring prices, and one sentence stays',
  async (_, fault) => {
    const { all } = await setUpServices([{}]);
    all[0]?.fail({ ...fault, path: /stream$/ });
    const prices = collectPrices();
    const startedAt = Date.now();
    startWorker().openPage();
    await until(() => expect(prices.length).toBeGreaterThan(0));
    // About a second, and the machine's delay in fast time.
    expect(Date.now() - startedAt).toBeLessThan(2_000);
    const streams = () => priceCalls(all[0]).filter(({ path }) => path.endsWith('/stream'));
    await until(() => expect(Date.now() - startedAt).toBeGreaterThan(30_000));
    const words = new Set<string>();
    const look = (state: unknown): unknown => words.add(JSON.stringify(state));
    const shown = async () => {
      const { nextAttemptAt: _at, ...state } = await connectionState.getValue();
      return state;
    };
    look(await shown());
    onTestFinished(connectionState.watch(({ nextAttemptAt: _at, ...state }) => look(state)));
    const before = { streams: streams().length, prices: prices.length, at: Date.now() };
    await until(() => expect(Date.now() - before.at).toBeGreaterThan(60_000));
    expect(streams().length - before.streams).toBeLessThanOrEqual(2);
    expect(prices.length - before.prices).toBeGreaterThan(10);
    expect([...words]).toHaveLength(1);
    const { state, reason } = await connectionState.getValue();
    expect(state).toBe('polling');
    expect(reason?.code).not.toMatch(/^token/);
  },
);
