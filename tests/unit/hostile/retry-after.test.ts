import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { BASE_URL, budget } from '../storage/requests/budgets.ts';
import { PriceServiceClient } from '@/lib/price-service/index.ts';

// Whatever a service writes into `Retry-After`: a 429 always pauses, no pause is longer than a day,
// and a value that cannot be read counts as none.

const NOW = Date.UTC(2026, 10, 22, 7, 0, 0);
const DEFAULT_S = 60;
const DAY_S = 86_400;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Seconds that the extension pauses after such a response; `null`: not at all. */
async function pauseAfter(status: number, values: readonly string[]): Promise<number | null> {
  const client = new PriceServiceClient(BASE_URL, {
    fetch: async () =>
      new Response(null, { status, headers: values.map((value) => ['retry-after', value]) }),
    httpRetries: 0,
    onRefusal: (refusal) => budget.refuse(BASE_URL, refusal),
  });
  await expect(client.getPriceFeeds()).rejects.toMatchObject({ status });
  const until = await budget.pauseEndsAt(BASE_URL);
  return until === null ? null : (until - NOW) / 1_000;
}

describe.each<[why: string, values: string[], after429: number, after503: number | null]>([
  ['none', [], DEFAULT_S, null],
  ['whole seconds', ['7'], 7, 7],
  ['leading zeros', ['007'], 7, 7],
  ['zero', ['0'], 1, null],
  ['a negative number', ['-5'], DEFAULT_S, null],
  ['a signed number', ['+5'], DEFAULT_S, null],
  ['a fraction', ['1.5'], DEFAULT_S, null],
  ['an exponent', ['1e3'], DEFAULT_S, null],
  ['hexadecimal digits', ['0x10'], DEFAULT_S, null],
  ['digits of another script', ['\u00B2'], DEFAULT_S, null],
  ['more than a day', ['86401'], DAY_S, DAY_S],
  ['400 digits', ['9'.repeat(400)], DAY_S, DAY_S],
  ['words', ['soon'], DEFAULT_S, null],
  ['a number with a unit', ['30 s'], DEFAULT_S, null],
  ['a number with a time zone', ['5 GMT'], DEFAULT_S, null],
  ['a negative number with a time zone', ['-5 GMT'], DEFAULT_S, null],
  ['the header twice', ['5', '10'], DEFAULT_S, null],
  ['a list of numbers', ['5, 10'], DEFAULT_S, null],
  ['a date ahead', ['Sun, 22 Nov 2026 07:01:30 GMT'], 90, 90],
  ['a date ahead in the old format', ['Sunday, 22-Nov-26 07:01:30 GMT'], 90, 90],
  ['the present', ['Sun, 22 Nov 2026 07:00:00 GMT'], 1, null],
  ['a date in the past', ['Wed, 21 Oct 2015 07:28:00 GMT'], 1, null],
  ['a date in the far future', ['Fri, 31 Dec 9999 23:59:59 GMT'], DAY_S, DAY_S],
  ['a date that does not exist', ['Sun, 99 Nov 2026 07:01:30 GMT'], DEFAULT_S, null],
  ['a date in another format', ['2026-11-22T07:01:30Z'], DEFAULT_S, null],
  [
    'two dates',
    ['Sun, 22 Nov 2026 07:01:30 GMT', 'Sun, 22 Nov 2026 07:02:30 GMT'],
    DEFAULT_S,
    null,
  ],
])('Retry-After with %s', (_, values, after429, after503) => {
  it(`pauses ${after429} s after a 429`, async () => {
    expect(await pauseAfter(429, values)).toBe(after429);
  });

  it(`pauses ${after503 ?? 0} s after a 503`, async () => {
    expect(await pauseAfter(503, values)).toBe(after503);
  });
});
