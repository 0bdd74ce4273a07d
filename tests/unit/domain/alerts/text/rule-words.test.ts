import { describe, expect, it } from 'vitest';
import { toExactPrice } from '../../../../../lib/domain/alerts/model/price.ts';
import type { AlertRuleInput } from '../../../../../lib/domain/alerts/model/rule.ts';
import type { Trigger } from '../../../../../lib/domain/alerts/model/trigger.ts';
import { ruleSummary, standingWords } from '../../../../../lib/domain/alerts/text/rule-words.ts';
import { makeRule, priceAt } from '../builders.ts';

const ABOVE: Trigger = { kind: 'crosses', direction: 'above', level: '65000' };

function words(trigger: Trigger, options?: Partial<AlertRuleInput>): string {
  return ruleSummary(makeRule(trigger, options), () => 'May 3, 2:05 PM');
}

function standing(trigger: Trigger, price: string): string {
  const figures = toExactPrice(priceAt(0, price));
  if (!figures) throw new TypeError('no figures');
  return standingWords(makeRule(trigger), figures);
}

describe('the summary of a rule', () => {
  it.each<[Trigger, Partial<AlertRuleInput>, string]>([
    [ABOVE, {}, 'Only once'],
    [
      { ...ABOVE, alsoIfThere: true },
      { repeat: { mode: 'repeating', cooldownSeconds: 3_600 }, expiresAt: 1 },
      'At most every hour · Also if the price is already there · Expires May 3, 2:05 PM',
    ],
  ])('for %o with %o', (trigger, options, text) => {
    expect(words(trigger, options)).toBe(text);
  });
});

describe('the status of a new alert', () => {
  it.each<[Trigger, string, string]>([
    [ABOVE, '64000', '1,000 (1.56%) to go.'],
    [ABOVE, '65000.01', 'Must be below 65,000 first.'],
    [ABOVE, '65000', 'Must be below 65,000 first.'],
    [{ ...ABOVE, direction: 'either' }, '66000', '1,000 (1.52%) to go.'],
    [
      { ...ABOVE, alsoIfThere: true },
      '66000',
      'Already true. This alert would trigger immediately.',
    ],
    [{ ...ABOVE, alsoIfThere: true }, '64000', '1,000 (1.56%) to go.'],
    [{ kind: 'market', change: 'opens' }, '64000', ''],
    [{ kind: 'stale-while-open' }, '64000', ''],
  ])('for %o at %s', (trigger, price, text) => {
    expect(standing(trigger, price)).toBe(text);
  });
});
