import { describe, expect, it } from 'vitest';
import { authorizationOf, tokenOf } from '@/lib/domain/connection/draft.ts';

describe('the header for an access token', () => {
  it.each([
    ['', ''],
    ['  ', ''],
    [' key-1 ', 'Bearer key-1'],
    ['Bearer key-1', 'Bearer key-1'],
    ['bearer key-1', 'bearer key-1'],
    ['Basic eDp5', 'Basic eDp5'],
    ['Bearer', 'Bearer'],
  ])('for %j is %j', (typed, header) => {
    expect(authorizationOf(typed)).toBe(header);
  });
});

describe('what the token field shows', () => {
  it.each([
    ['Bearer key-1', 'key-1'],
    ['bearer key-1', 'bearer key-1'],
    ['Bearer  key-1', 'Bearer  key-1'],
    ['Basic eDp5', 'Basic eDp5'],
    ['Bearer Bearer', 'Bearer Bearer'],
    ['Bearer', 'Bearer'],
    ['key-1', null],
    ['', null],
  ])('for %j is %j', (header, shown) => {
    expect(tokenOf(header)).toBe(shown);
    // Saving what is shown changes nothing.
    if (shown !== null) expect(authorizationOf(shown)).toBe(header);
  });
});
