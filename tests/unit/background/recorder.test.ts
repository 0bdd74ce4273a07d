import { expect, it, vi } from 'vitest';
import { addEntry, createRecorder } from '@/lib/background/recorder.ts';
import { journal } from '@/lib/storage/values/diagnostics.ts';

const textEvent = (text: string) => ({ kind: 'text', text }) as const;
const entry = (text: string, at: number) => ({
  at,
  lastAt: at,
  times: 1,
  event: textEvent(text),
});

it('counts repeated entries at the first one', () => {
  const list = [entry('a', 1), entry('a', 2), entry('b', 3), entry('a', 4)];
  expect(list.reduce(addEntry, [])).toEqual([
    { at: 1, lastAt: 2, times: 2, event: textEvent('a') },
    entry('b', 3),
    entry('a', 4),
  ]);
});

it('keeps the last 200 events', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const recorder = createRecorder();
  for (let event = 0; event < 250; event += 1) recorder.log(textEvent(`Event ${event}.`));
  vi.advanceTimersByTime(500);
  vi.useRealTimers();
  await vi.waitFor(async () => expect(await journal.getValue()).toHaveLength(200));
  expect((await journal.getValue()).at(0)?.event).toEqual(textEvent('Event 50.'));
  expect((await journal.getValue()).at(-1)?.event).toEqual(textEvent('Event 249.'));
});
