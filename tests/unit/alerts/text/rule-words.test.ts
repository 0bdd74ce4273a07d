import { describe, expect, it } from 'vitest';
import { toExactPrice } from '../../../../lib/alerts/model/price.ts';
import type { AlertRuleInput } from '../../../../lib/alerts/model/rule.ts';
import type { Trigger } from '../../../../lib/alerts/model/trigger.ts';
import { ruleWords, standingWords } from '../../../../lib/alerts/text/rule-words.ts';
import { makeRule, priceAt } from '../builders.ts';

const ABOVE: Trigger = { kind: 'crosses', direction: 'above', level: '65000' };

function words(trigger: Trigger, options?: Partial<AlertRuleInput>): string {
  return ruleWords(makeRule(trigger, options), 'BTC/USD', () => 'on 3 May, 14:05', 'en-US');
}

function standing(trigger: Trigger, price: string, conf = '0', ema = price): string {
  const figures = toExactPrice(priceAt(0, price, { conf, ema }));
  if (!figures) throw new TypeError('no figures');
  return standingWords(makeRule(trigger), figures, 'en-US');
}

describe('the description of a rule', () => {
  it.each<[Trigger, Partial<AlertRuleInput>, string]>([
    [
      ABOVE,
      {},
      'Tells you once when BTC/USD crosses above 65,000. Then it rests until you arm it again.',
    ],
    [
      ABOVE,
      {
        repeat: { mode: 'repeating', cooldownSeconds: 900 },
        confirmationSeconds: 60,
        certain: true,
        onlyWhileOpen: false,
        expiresAt: 1,
      },
      'Tells you every time BTC/USD crosses above 65,000 and stays so for 1\u00a0min. The whole ' +
        'range price ± confidence must be there, not the price alone. After that it is silent for ' +
        '15\u00a0min. Before it fires again the price must be back by 0.1%. Prices of a closed market ' +
        'count too. Ends on 3 May, 14:05.',
    ],
    [
      { kind: 'market', change: 'opens' },
      { confirmationSeconds: 60, certain: true, onlyWhileOpen: false },
      'Tells you once when the market of BTC/USD opens. Then it rests until you arm it again.',
    ],
    [
      { kind: 'stale-while-open' },
      { repeat: { mode: 'repeating', cooldownSeconds: 0 } },
      'Tells you every time BTC/USD is stale while its market is open and stays so for 1\u00a0min.',
    ],
  ])('for %o with %o', (trigger, options, text) => {
    expect(words(trigger, options)).toBe(text);
  });
});

describe('the status of a new alert', () => {
  it.each<[Trigger, string, string]>([
    [ABOVE, '64000', 'Now 1,000 (+1.56%) away.'],
    [ABOVE, '65000.01', 'The price is above it now: it must first be seen below.'],
    [ABOVE, '65000', 'The price is on the level now.'],
    [{ ...ABOVE, direction: 'either' }, '66000', 'Now 1,000 (−1.52%) away.'],
    [
      { kind: 'is', side: 'above', level: '65000' },
      '66000',
      'It holds now: it would fire at once.',
    ],
    [{ kind: 'is', side: 'above', level: '65000' }, '64000', 'Now 1,000 (+1.56%) away.'],
    [{ kind: 'market', change: 'opens' }, '64000', ''],
    [{ kind: 'stale-while-open' }, '64000', ''],
  ])('for %o at %s', (trigger, price, text) => {
    expect(standing(trigger, price)).toBe(text);
  });

  it('explains why it cannot be evaluated', () => {
    const trigger: Trigger = { kind: 'deviates-from-ema', percent: '1' };
    expect(standing(trigger, '1', '0', '0')).toBe(
      'The average price is zero, of which there is no percentage.',
    );
  });
});
