import { describe, expect, it } from 'vitest';
import { durationText, plainPercent, roughNumber } from '@/lib/alerts/text/figures.ts';
import { parseDecimal } from '@/lib/prices/decimal.ts';

describe('a rough number', () => {
  it.each([
    ['800.40856495', '800.41'],
    ['1000.00000000', '1,000.00'],
    ['687.54218797', '687.54'],
    ['123456.789', '123,456.79'],
    ['0.0123456', '0.012346'],
    ['0.000001234567', '0.0000012346'],
    ['0.5', '0.5'],
    ['12', '12'],
    ['0.00000000', '0.00'],
  ])('of %s is %s', (exact, rough) => {
    expect(roughNumber(parseDecimal(exact)!)).toBe(rough);
  });
});

describe('a duration', () => {
  it.each([
    [0, '0 sec', '0 seconds'],
    [1, '1 sec', '1 second'],
    [45, '45 sec', '45 seconds'],
    [90, '90 sec', '90 seconds'],
    [900, '15 min', '15 minutes'],
    [1_234, '21 min', '21 minutes'],
    [3_600, '1 hr', '1 hour'],
    [86_400, '24 hr', '24 hours'],
    [604_800, '7 days', '7 days'],
  ])('of %i seconds is %s', (seconds, short, long) => {
    expect(durationText(seconds).replace('\u00a0', ' ')).toBe(short);
    expect(durationText(seconds, 'long').replace('\u00a0', ' ')).toBe(long);
  });
});

it('a percentage has no sign', () => {
  expect(['-6.00', '0.1', '1234'].map(plainPercent)).toEqual(['6.00%', '0.1%', '1,234%']);
});
