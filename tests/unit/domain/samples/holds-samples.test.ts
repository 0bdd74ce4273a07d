import { expect, it } from 'vitest';
import { holdsSamples } from '@/lib/domain/samples/holds-samples.ts';

const HERE = { isOpen: true, isMissing: false, hasPrice: true };
const AWAITED = { ...HERE, hasPrice: false };
const CLOSED = { ...AWAITED, isOpen: false };
const MISSING = { ...AWAITED, isMissing: true };

it.each([
  ['no price is there', true, [AWAITED, CLOSED]],
  ['an open market has none', true, [HERE, AWAITED]],
  ['every open market has one', false, [HERE, HERE]],
  ['only a closed market has none', false, [HERE, CLOSED]],
  ['all markets are closed, and no price is there', true, [CLOSED, CLOSED]],
  ['only a feed that the service lacks has none', false, [HERE, MISSING]],
  ['the service lacks all feeds', false, [MISSING]],
  ['the watchlist is empty', false, []],
])('while %s, samples stay: %s', (_, expected, feeds) => {
  expect(holdsSamples(feeds)).toBe(expected);
});
