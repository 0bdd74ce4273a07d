import { expect, it } from 'vitest';
import { rehearsalWords } from '@/lib/domain/alerts/text/rehearsal-words.ts';
import { makeRule, REPEATING, START } from '../builders.ts';

const LEVEL = { kind: 'crosses', direction: 'above', level: '100' } as const;
const days = (...from: number[]): number[] => from.map((day) => START + 43_200 + day * 86_400);

it.each([
  ['every time', days(), 'Would not have triggered', 'in the last 30\u00a0days'],
  [
    'every time',
    days(0, 2),
    'Would have triggered 2 times',
    'in the last 30\u00a0days, most recently on Nov 23',
  ],
  [
    'every time',
    days(...Array.from({ length: 101 }).keys()),
    'Would have triggered more than 100 times',
    'in the last 30\u00a0days',
  ],
  ['once', days(0), 'Would have triggered on Nov 21', 'once in the last 30\u00a0days'],
  [
    'once',
    days(0, 2, 3),
    'Would have triggered on Nov 21',
    'the first of 3 times in the last 30\u00a0days',
  ],
])('%s at %j: %s %s', (repeat, times, title, detail) => {
  const rule = makeRule(LEVEL, repeat === 'once' ? {} : { repeat: REPEATING });
  expect(rehearsalWords(rule, { times, isAbout: false }, 30)).toEqual({ title, detail });
});

it('says "about" where the count is uncertain', () => {
  const rule = makeRule(LEVEL, { repeat: REPEATING });
  expect(rehearsalWords(rule, { times: days(0, 2), isAbout: true }, 30).title).toBe(
    'Would have triggered about 2 times',
  );
});
