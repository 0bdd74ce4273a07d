import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { alertDraftOf, newDraft, type AlertDraft } from '@/lib/domain/alerts/model/draft.ts';
import { readDraft } from '@/lib/domain/alerts/model/read-draft.ts';
import type { AlertRule, AlertRuleInput } from '@/lib/domain/alerts/model/rule.ts';
import type { Trigger } from '@/lib/domain/alerts/model/trigger.ts';
import { FEED_ID, makeRule, moves } from '../builders.ts';

const NOW = Date.UTC(2026, 10, 21, 12);
const place = (locale = 'en-US') => ({ now: NOW, timeZone: 'Europe/Berlin', locale });

const formOf = (rule: AlertRule, locale?: string): AlertDraft => ({
  ...newDraft('', 'above'),
  ...alertDraftOf(rule, place(locale)),
});

function read(change: Partial<AlertDraft>, locale?: string) {
  return readDraft({ ...newDraft('65000', 'above'), ...change }, FEED_ID, place(locale));
}

const TRIGGERS: Trigger[] = [
  { kind: 'crosses', direction: 'either', level: '-0.000001' },
  { kind: 'crosses', direction: 'below', level: '1.25', alsoIfThere: true },
  moves('2.5%', 300, 'down'),
  moves('1000', 3_600),
  { kind: 'stale-while-open' },
  { kind: 'market', change: 'closes' },
];

describe('an alert form', () => {
  it('makes a rule from what the user typed', () => {
    expect(read({})).toEqual({
      rule: makeRule({ kind: 'crosses', direction: 'above', level: '65000' }, { id: 'new' }),
    });
  });

  it('reads numbers by locale and reports ambiguous ones', () => {
    expect(read({ level: '1,5' }, 'de-DE')).toMatchObject({
      rule: { trigger: { level: '1.5' } },
    });
    expect(read({ level: '65,000' })).toMatchObject({ rule: { trigger: { level: '65000' } } });
    expect(read({ level: '1.234' }, 'fr-FR')).toEqual({
      field: 'level',
      reason: '“1.234” could mean 1234 or 1,234. Enter one of these.',
    });
  });

  it.each<[Partial<AlertDraft>, string, RegExp]>([
    [{ level: '' }, 'level', /^Enter a number/],
    [{ level: '9'.repeat(61) }, 'level', /^Enter a number such as/],
    [{ kind: 'moves', amount: '-1' }, 'amount', /above 0/],
    [{ expiresAt: '2026-11-21' }, 'expiresAt', /future/],
    [{ expiresAt: '2026-11-' }, 'expiresAt', /both a date and a time/],
    [{ note: 'n'.repeat(201) }, 'note', /incomplete/],
  ])('with %o reports what is wrong with %s', (change, field, reason) => {
    expect(read(change)).toEqual({ field, reason: expect.stringMatching(reason) });
  });

  it('reads the expiry as local time and accepts an unchanged one that has passed', () => {
    expect(read({ expiresAt: '2026-11-21T13:01' })).toMatchObject({
      rule: { expiresAt: NOW + 60_000 },
    });
    const expired = makeRule({ kind: 'stale-while-open' }, { expiresAt: NOW - 90_000 });
    const again = readDraft(formOf(expired), FEED_ID, place(), expired);
    expect(again).toEqual({ rule: expired });
  });

  it('round-trips every rule in every locale', () => {
    const options = fc.record<Partial<AlertRuleInput>>({
      repeat: fc.constantFrom(
        { mode: 'once' as const },
        { mode: 'repeating' as const, cooldownSeconds: 3_600 as const },
      ),
      expiresAt: fc.constantFrom(null, NOW + 3_600_000),
      note: fc.constantFrom('', 'Sell a third'),
      enabled: fc.boolean(),
      snoozedUntil: fc.constantFrom(null, NOW + 60_000),
      armedAt: fc.constantFrom(0, NOW),
    });
    fc.assert(
      fc.property(
        fc.constantFrom(...TRIGGERS),
        options,
        fc.constantFrom('en-US', 'de-DE', 'fr-FR'),
        (trigger, rest, locale) => {
          const rule = makeRule(trigger, rest);
          const draft = formOf(rule, locale);
          expect(readDraft(draft, FEED_ID, place(locale), rule)).toEqual({ rule });
        },
      ),
    );
  });
});
