import { beforeEach, expect, it, vi } from 'vitest';
import { recordUncaught } from '@/lib/background/uncaught.ts';
import { priceServices } from '@/lib/storage/values/settings.ts';
import { setService } from '../domain/connection/services.ts';

let scope: EventTarget;
let lines: string[];

beforeEach(async () => {
  scope = new EventTarget();
  lines = [];
  await setService({
    baseUrl: 'https://prices.example/path-s3cret/hermes',
    headers: [
      { name: 'Authorization', value: 'Bearer sesame-5up3r' },
      { name: 'X-Pin', value: '4711' },
    ],
  });
  recordUncaught((event) => {
    if (event.kind !== 'uncaught') throw new Error(event.kind);
    const { isRejection, errorName, message } = event;
    const error = [errorName, message].filter((part) => part !== null).join(': ');
    lines.push(
      [isRejection ? 'Unhandled rejection' : 'Uncaught error', error].filter(Boolean).join(' · '),
    );
  }, scope);
});

/** Returns what is recorded of an uncaught exception. */
async function recordedError(error: unknown, message = ''): Promise<string> {
  return recorded(Object.assign(new Event('error'), { error, message }));
}

/** Returns what is recorded of an unhandled rejection. */
async function recordedRejection(reason: unknown): Promise<string> {
  return recorded(Object.assign(new Event('unhandledrejection'), { reason }));
}

async function recorded(event: Event): Promise<string> {
  scope.dispatchEvent(event);
  await vi.waitFor(() => expect(lines).toHaveLength(1));
  return lines[0] ?? '';
}

it('records an exception with its name and message', async () => {
  const error = new TypeError("Cannot read properties of undefined (reading 'price')");
  expect(await recordedError(error)).toBe(
    "Uncaught error · TypeError: Cannot read properties of undefined (reading 'price')",
  );
});

it('records a rejection', async () => {
  expect(await recordedRejection(new RangeError('Out of range'))).toBe(
    'Unhandled rejection · RangeError: Out of range',
  );
});

it.each([
  ['a text', 'No room', 'Unhandled rejection · No room'],
  ['nothing', undefined, 'Unhandled rejection'],
  ['an object', { any: 'thing' }, 'Unhandled rejection'],
])('records a rejection with %s', async (_, reason, line) => {
  expect(await recordedRejection(reason)).toBe(line);
});

it('records an exception with only a message', async () => {
  expect(await recordedError(null, 'Script error.')).toBe('Uncaught error · Script error.');
});

it.each([
  ['Failed to fetch https://other.example/a?key=b now', 'Failed to fetch … now'],
  ['No such file /home/someone/prices', 'No such file …'],
  ['Bad token=abc for someone@prices', 'Bad … for …'],
  [`Unknown ${'a1'.repeat(12)} given`, 'Unknown … given'],
])('blanks what may be part of a URL or a token: %s', async (message, rest) => {
  expect(await recordedError(new Error(message))).toBe(`Uncaught error · Error: ${rest}`);
});

it.each([
  'Invalid value Bearer sesame-5up3r',
  'Invalid value sesame-5up3r',
  'Invalid pin 4711',
  'Nothing at path-s3cret',
  'No address for prices.example',
])('leaves a message out that holds a part of the connection settings: %s', async (message) => {
  expect(await recordedRejection(new TypeError(message))).toBe('Unhandled rejection · TypeError');
});

it('leaves out all messages if the settings cannot be read', async () => {
  vi.spyOn(priceServices, 'getValue').mockRejectedValueOnce(new Error('no storage'));
  expect(await recordedRejection(new TypeError('Invalid value'))).toBe(
    'Unhandled rejection · TypeError',
  );
});

it('limits the length of names and messages', async () => {
  const error = Object.assign(new Error('many words '.repeat(100_000)), { name: 'x'.repeat(999) });
  const line = await recordedError(error);
  expect(line).toMatch(/^Uncaught error · Error: (many words )+/);
  expect(line.length).toBeLessThan(250);
});
