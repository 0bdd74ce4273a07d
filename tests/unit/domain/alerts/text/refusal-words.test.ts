import { expect, it } from 'vitest';
import { alertRefusalWords } from '@/lib/domain/alerts/text/refusal-words.ts';

it.each([
  ['gone', 'This alert no longer exists. It was deleted in another window.'],
  ['tooMany', 'You already have 1,000 alerts, the maximum. Delete one to add another.'],
  ['tooManyOnFeed', 'This price already has 100 alerts, the maximum. Delete one to add another.'],
] as const)('explains the refusal %s', (refusal, text) => {
  expect(alertRefusalWords(refusal)).toBe(text);
});
