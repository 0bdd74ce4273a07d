import { describe, expect, it } from 'vitest';
import type { AlertRuleInput } from '../../../../../lib/domain/alerts/model/rule.ts';
import type { Trigger } from '../../../../../lib/domain/alerts/model/trigger.ts';
import { ruleSummary } from '../../../../../lib/domain/alerts/text/rule-words.ts';
import { makeRule } from '../builders.ts';

const ABOVE: Trigger = { kind: 'crosses', direction: 'above', level: '65000' };

function words(trigger: Trigger, options?: Partial<AlertRuleInput>): string {
  return ruleSummary(makeRule(trigger, options), () => 'May 3, 2:05 PM');
}

describe('the summary of a rule', () => {
  it.each<[Trigger, Partial<AlertRuleInput>, string]>([
    [ABOVE, {}, 'Once'],
    [
      { ...ABOVE, alsoIfThere: true },
      { repeat: { mode: 'repeating', cooldownSeconds: 3_600 }, expiresAt: 1 },
      'At most every hour · Also if the price is already there · Expires May 3, 2:05 PM',
    ],
  ])('for %o with %o', (trigger, options, text) => {
    expect(words(trigger, options)).toBe(text);
  });
});
