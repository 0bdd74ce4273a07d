import { describe, expect, it } from 'vitest';
import { toExactPrice } from '../../../../../lib/domain/alerts/model/price.ts';
import type { AlertRuleInput } from '../../../../../lib/domain/alerts/model/rule.ts';
import type { Trigger } from '../../../../../lib/domain/alerts/model/trigger.ts';
import { AS_QUOTED } from '../../../../../lib/domain/alerts/text/figure-style.ts';
import { ruleWords, standingWords } from '../../../../../lib/domain/alerts/text/rule-words.ts';
import { makeRule, priceAt } from '../builders.ts';

const ABOVE: Trigger = { kind: 'crosses', direction: 'above', level: '65000' };

function words(trigger: Trigger, options?: Partial<AlertRuleInput>): string {
  const formatTime = () => 'May 3, 2:05 PM';
  return ruleWords(makeRule(trigger, options), { name: 'BTC/USD', style: AS_QUOTED, formatTime });
}

function standing(trigger: Trigger, price: string, conf = '0', ema = price): string {
  const figures = toExactPrice(priceAt(0, price, { conf, ema }));
  if (!figures) throw new TypeError('no figures');
  return standingWords(makeRule(trigger), figures);
}

describe('the description of a rule', () => {
  it.each<[Trigger, Partial<AlertRuleInput>, string]>([
    [ABOVE, {}, 'Triggers once when BTC/USD rises above 65,000.'],
    [
      ABOVE,
      {
        repeat: { mode: 'repeating', cooldownSeconds: 900 },
        confirmationSeconds: 60,
        certain: true,
        onlyWhileOpen: false,
        expiresAt: 1,
      },
      'Triggers every time BTC/USD rises above 65,000. The condition must hold for 1\u00a0min. The ' +
        'full confidence interval must meet the condition, not only the price. It then stays silent ' +
        'for 15\u00a0min. Before it can trigger again, the price must move back by 0.1%. Prices from ' +
        'a closed market count too. Expires May 3, 2:05 PM.',
    ],
    [
      { kind: 'market', change: 'opens' },
      { confirmationSeconds: 60, certain: true, onlyWhileOpen: false },
      'Triggers once when the BTC/USD market opens.',
    ],
    [
      { kind: 'stale-while-open' },
      { repeat: { mode: 'repeating', cooldownSeconds: 0 } },
      'Triggers every time BTC/USD becomes stale while its market is open. The condition must hold for 1\u00a0min.',
    ],
  ])('for %o with %o', (trigger, options, text) => {
    expect(words(trigger, options)).toBe(text);
  });
});

describe('the status of a new alert', () => {
  it.each<[Trigger, string, string]>([
    [ABOVE, '64000', 'The price is 1,000 (1.56%) away.'],
    [ABOVE, '65000.01', 'The price is above this level. It must fall below it first.'],
    [ABOVE, '65000', 'The price is exactly at this level.'],
    [{ ...ABOVE, direction: 'either' }, '66000', 'The price is 1,000 (1.52%) away.'],
    [
      { kind: 'is', side: 'above', level: '65000' },
      '66000',
      'Already true. This alert would trigger immediately.',
    ],
    [{ kind: 'is', side: 'above', level: '65000' }, '64000', 'The price is 1,000 (1.56%) away.'],
    [{ kind: 'market', change: 'opens' }, '64000', ''],
    [{ kind: 'stale-while-open' }, '64000', ''],
  ])('for %o at %s', (trigger, price, text) => {
    expect(standing(trigger, price)).toBe(text);
  });

  it('explains why it cannot be evaluated', () => {
    const trigger: Trigger = { kind: 'deviates-from-ema', percent: '1' };
    expect(standing(trigger, '1', '0', '0')).toBe(
      'Can’t calculate a percentage because the EMA is zero.',
    );
  });
});
