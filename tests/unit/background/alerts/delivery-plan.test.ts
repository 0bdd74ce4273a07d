import { describe, expect, it } from 'vitest';
import type { Firing } from '@/lib/domain/alerts/model/firing.ts';
import { firingsOf, parseTarget, targetId } from '@/lib/domain/alerts/model/notification-target.ts';
import { AS_QUOTED } from '@/lib/domain/alerts/text/figure-style.ts';
import { notificationOf } from '@/lib/domain/alerts/text/notification-words.ts';
import { planDelivery } from '@/lib/background/alerts/delivery-plan.ts';
import { alertSettings } from '@/lib/storage/values/alerts.ts';
import { BTC, ETH } from '../feeds.ts';

const NOON = Date.UTC(2026, 10, 21, 12);

const firing = (id: string, change: Partial<Firing> = {}): Firing => ({
  id,
  alertId: 'a',
  feedId: BTC,
  at: NOON,
  what: { kind: 'crosses', direction: 'above', level: '65000' },
  missed: false,
  price: { price: '6501245', conf: '1250', expo: -2, publishTime: NOON / 1_000, slot: 1 },
  delivered: 'pending',
  seenAt: null,
  ...change,
});

const quietHours = { ...alertSettings.fallback.quietHours, enabled: true };
const plan = (history: Firing[], change: { tellsMissed?: boolean; at?: number } = {}) => {
  const { silent, batches } = planDelivery(history, {
    isLookingBack: false,
    settings: { tellsMissed: change.tellsMissed ?? true, quietHours },
    now: change.at ?? NOON,
    timeZone: 'UTC',
  });
  const sent = batches.map((batch) => [batch.batching, ...batch.firings.map(({ id }) => id)]);
  return { silent, sent };
};
const DAY_MS = 86_400_000;
const AT_NIGHT = Date.UTC(2026, 10, 21, 23);

describe('planDelivery', () => {
  it('does nothing for delivered firings', () => {
    expect(plan([firing('1', { delivered: 'notified' })])).toEqual({ silent: [], sent: [] });
  });

  it('sends one firing alone and merges several', () => {
    expect(plan([firing('1')]).sent).toEqual([['notification', '1']]);
    expect(plan([firing('1'), firing('2', { feedId: ETH })]).sent).toEqual([['merged', '1', '2']]);
  });

  it('holds firings in quiet hours, including missed ones', () => {
    const history = [firing('1'), firing('2', { missed: true })];
    expect(plan(history, { at: AT_NIGHT })).toEqual({ silent: [], sent: [] });
  });

  it('sends new firings first, then those of quiet hours, then what was missed', () => {
    const history = [
      firing('1', { at: AT_NIGHT - DAY_MS }),
      firing('2', { missed: true }),
      firing('3'),
      firing('4', { away: 'slept', at: AT_NIGHT - DAY_MS }),
    ];
    expect(plan(history).sent).toEqual([
      ['notification', '3'],
      ['digest', '1'],
      ['summary', '2', '4'],
    ]);
  });

  it('does not notify of missed firings unless wanted, or of seen ones', () => {
    const history = [firing('1', { missed: true }), firing('2', { seenAt: NOON })];
    expect(plan(history, { tellsMissed: false })).toEqual({ silent: ['1', '2'], sent: [] });
    expect(plan(history, { tellsMissed: false, at: AT_NIGHT }).silent).toEqual(['1', '2']);
  });
});

describe("a notification's id", () => {
  const history = ['1', '2', '3', '4'].map((id) => firing(`a.${id}.0`));

  it('tells a later worker which firings it is about', () => {
    const target = { batching: 'merged', feedId: null, first: 'a.2.0', last: 'a.3.0' } as const;
    const read = parseTarget(targetId(target));
    expect(read).toEqual(target);
    expect(firingsOf(target, history).map(({ id }) => id)).toEqual(['a.2.0', 'a.3.0']);
  });

  it('still works if its first firing was trimmed, but not without its last one', () => {
    const target = { batching: 'merged', feedId: BTC, first: 'gone', last: 'a.2.0' } as const;
    expect(firingsOf(target, history)).toHaveLength(2);
    expect(firingsOf({ ...target, last: 'gone' }, history)).toEqual([]);
  });

  it.each(['', 'test|1', 'paused|a|b', 'merged|x', 'other|-|a|b'])(
    '%j refers to no firing',
    (id) => {
      expect(parseTarget(id)).toBeNull();
    },
  );

  it('stays within 500 characters', () => {
    const long = `${'x'.repeat(64)}.${'9'.repeat(11)}-${'9'.repeat(11)}.99999`;
    const target = { batching: 'notification', feedId: BTC, first: long, last: long } as const;
    expect(targetId(target).length).toBeLessThan(500);
  });
});

describe('the text of a notification', () => {
  const wording = {
    nameOf: (id: string) => (id === BTC ? 'My coins' : 'ETH/USD'),
    styleOf: () => AS_QUOTED,
  };

  it('contains the display name, what happened, the exact price and the time', () => {
    const text = notificationOf({ batching: 'notification', firings: [firing('1')] }, wording);
    expect(text.title).toBe('My coins rose above 65,000');
    expect(text.message).toMatch(/^65,012\.45 ±12\.50 · .*\d{2}/);
    expect(text.isOneAlert).toBe(true);
  });

  it('lists merged firings, or the newest of many', () => {
    const two = [firing('1'), firing('2', { feedId: ETH })];
    const merged = notificationOf({ batching: 'merged', firings: two }, wording);
    expect(merged.title).toBe('2 alerts triggered');
    expect(merged.message.split('\n')).toEqual([
      expect.stringMatching(/^My coins rose above 65,000 · 65,012\.45/),
      expect.stringMatching(/^ETH\/USD rose above 65,000/),
    ]);
    expect(parseTarget(merged.id)?.feedId).toBeNull();
    expect(merged.isOneAlert).toBe(false);

    const many = Array.from({ length: 9 }, (_, at) => firing(String(at)));
    const digest = notificationOf({ batching: 'digest', firings: many }, wording);
    expect(digest.title).toBe('9 alerts during quiet hours');
    expect(digest.message.split('\n')).toHaveLength(6);
    expect(digest.message).toMatch(/^4 earlier alerts\n/);
    expect(parseTarget(digest.id)?.feedId).toBe(BTC);
  });

  it('prefers alerts that rarely fire to busy ones', () => {
    const rare = firing('rare', { alertId: 'rare', feedId: ETH });
    const busy = Array.from({ length: 200 }, (_, at) =>
      firing(`busy${at}`, { alertId: `busy${at % 2}` }),
    );
    const { title, message } = notificationOf(
      { batching: 'digest', firings: [rare, ...busy] },
      wording,
    );
    expect(title).toBe('201 alerts during quiet hours');
    const lines = message.split('\n');
    expect(lines).toHaveLength(6);
    expect(lines.slice(0, 2)).toEqual(['196 earlier alerts', expect.stringMatching(/^ETH\/USD/)]);
  });

  it('says what is not verified', () => {
    const unverified = firing('1', { isUnverified: true });
    const alone = notificationOf({ batching: 'notification', firings: [unverified] }, wording);
    expect(alone.message).toContain('Not verified');
    const merged = { batching: 'merged', firings: [unverified, firing('2')] } as const;
    const lines = notificationOf({ ...merged, firings: [...merged.firings] }, wording).message;
    expect(lines.split('\n').map((line) => line.includes('Not verified'))).toEqual([true, false]);
  });
});
