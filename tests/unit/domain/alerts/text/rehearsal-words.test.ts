import { expect, it } from 'vitest';
import { rehearsalWords } from '../../../../../lib/domain/alerts/text/rehearsal-words.ts';
import { makeRule } from '../builders.ts';

const repeating = makeRule(
  { kind: 'crosses', direction: 'above', level: '100' },
  { repeat: { mode: 'repeating', cooldownSeconds: 60 } },
);

it.each([
  [3, 5, 'Would have triggered 3 to 5 times'],
  [0, 2, 'Would have triggered 0 to 2 times'],
  [3, 9, 'Would have triggered 3 to 9 times'],
  [3, 10, 'Would have triggered at least 3 times'],
  [39, 4_029, 'Would have triggered at least 39 times'],
  [3, null, 'Would have triggered at least 3 times'],
  [101, 101, 'Would have triggered more than 100 times'],
])('from %d to %d is: %s', (from, to, words) => {
  expect(rehearsalWords(repeating, { from, to, times: [] }, 30)).toContain(words);
});
