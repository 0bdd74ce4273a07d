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

function standing(trigger: Trigger, price: string, conf = '0', ema = price): string {
  const figures = toExactPrice(priceAt(0, price, { conf, ema }));
  if (!figures) throw new TypeError('no figures');
  return standingWords(makeRule(trigger), figures);
}

describe('the summary of a rule', () => {
  it.each<[Trigger, Partial<AlertRuleInput>, string]>([
    [ABOVE, {}, 'Only once'],
    [
      ABOVE,
      {
        repeat: { mode: 'repeating', cooldownSeconds: 900 },
        confirmationSeconds: 60,
        certain: true,
        onlyWhileOpen: false,
        expiresAt: 1,
      },
      'At most every 15\u00a0min · Must hold for 1\u00a0min · Full confidence interval · ' +
        'Also while the market is closed · Expires May 3, 2:05 PM',
    ],
    [
      { kind: 'market', change: 'opens' },
      { confirmationSeconds: 60, certain: true, onlyWhileOpen: false },
      'Only once',
    ],
    [
      { kind: 'stale-while-open' },
      { repeat: { mode: 'repeating', cooldownSeconds: 0 } },
      'Every time',
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
      { kind: 'is', side: 'above', level: '65000' },
      '66000',
      'Already true. This alert would trigger immediately.',
    ],
    [{ kind: 'is', side: 'above', level: '65000' }, '64000', '1,000 (1.56%) to go.'],
    [{ kind: 'market', change: 'opens' }, '64000', ''],
    [{ kind: 'stale-while-open' }, '64000', ''],
  ])('for %o at %s', (trigger, price, text) => {
    expect(standing(trigger, price)).toBe(text);
  });

  it('explains why it cannot be evaluated', () => {
    const trigger: Trigger = { kind: 'deviates-from-ema', percent: '1' };
    expect(standing(trigger, '1', '0', '0')).toBe('Can’t calculate a percentage of zero.');
  });
});
