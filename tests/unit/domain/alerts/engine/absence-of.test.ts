import { describe, expect, it } from 'vitest';
import { evaluate, type EvaluationInputs } from '@/lib/domain/alerts/engine/evaluate.ts';
import type { FeedCheck } from '@/lib/domain/alerts/engine/feed-watch.ts';
import type { FeedAlerts } from '@/lib/domain/alerts/model/feed-alerts.ts';
import { eventWords } from '@/lib/domain/alerts/text/event-words.ts';
import { notificationOf } from '@/lib/domain/alerts/text/notification-words.ts';
import { AS_QUOTED } from '@/lib/domain/alerts/text/figure-style.ts';
import { answerOf, FEED_ID, makeFiring, makeRule, ms, priceAt, START } from '../builders.ts';

const RULE = makeRule({ kind: 'crosses', direction: 'above', level: '100' });
const HOUR = 3_600;

function createAlerts() {
  let feed: FeedAlerts = { watch: null, states: {}, revision: 0 };
  return {
    play(check: FeedCheck, inputs: Partial<EvaluationInputs> = {}) {
      const result = evaluate([check], {
        rulesOf: () => [RULE],
        feeds: new Map([[FEED_ID, feed]]),
        areOn: true,
        reportsMissed: true,
        looksBack: true,
        ...inputs,
      });
      feed = result.feeds.get(FEED_ID) ?? feed;
      return result;
    },
    price(at: number, price: string, inputs?: Partial<EvaluationInputs>) {
      return this.play(answerOf(priceAt(at, price)), inputs);
    },
    tick(at: number) {
      const facts = { marketOpen: true, stale: false, latest: null };
      return this.play({
        subjectId: FEED_ID,
        isAnswer: false,
        at: ms(at),
        trueAt: ms(at),
        ...facts,
      });
    },
    restart: () => {
      feed = { ...feed, watch: null, isRecalled: true };
    },
  };
}

describe('an absence', () => {
  it('is looked into with the state from before, and its miss waits', () => {
    const alerts = createAlerts();
    alerts.price(0, '99');
    alerts.tick(HOUR);
    const { absences, firings } = alerts.price(HOUR + 1, '101');
    expect(firings).toEqual([]);
    expect(absences).toMatchObject([{ from: START, until: START + HOUR + 1, hasSlept: true }]);
    expect(absences[0]?.alerts).toMatchObject([
      { alertId: 'a', before: { tracker: { seen: 'below' } }, missed: { missed: true } },
    ]);
    expect(alerts.price(HOUR + 2, '101').absences).toEqual([]);
  });

  it('is no sleep if only the answers were missing', () => {
    const alerts = createAlerts();
    alerts.price(0, '99');
    for (let at = 30; at < HOUR; at += 30) alerts.tick(at);
    expect(alerts.price(HOUR, '99').absences).toMatchObject([{ hasSlept: false }]);
  });

  it('is the time in which the browser was closed, however short', () => {
    const alerts = createAlerts();
    alerts.price(0, '99');
    alerts.restart();
    const check = { ...answerOf(priceAt(20, '99')), knownUntil: START };
    expect(alerts.play(check).absences).toMatchObject([{ from: START, until: START + 20 }]);
  });

  it('is none while alerts were turned off, and without a history service', () => {
    const off = createAlerts();
    off.price(0, '99');
    off.price(1, '99', { areOn: false });
    const check = { ...answerOf(priceAt(HOUR, '101')), knownUntil: START };
    expect(off.play(check).absences).toEqual([]);
    const without = createAlerts();
    without.price(0, '99');
    const { absences, firings } = without.price(HOUR, '101', { looksBack: false });
    expect(absences).toEqual([]);
    expect(firings).toMatchObject([{ missed: true }]);
  });

  it('is told in one summary, and what only candles say as such', () => {
    const what = { kind: 'crosses', direction: 'above', level: '82000' } as const;
    const slept = makeFiring({ what, away: 'slept' });
    const wording = { nameOf: () => 'BTC/USD', styleOf: () => AS_QUOTED };
    const { title, message } = notificationOf({ batching: 'summary', firings: [slept] }, wording);
    expect(title).toBe('While your computer was asleep');
    expect(message).toContain('BTC/USD rose above 82,000');
    expect(eventWords({ ...what, isClaimed: true }, 'BTC/USD')).toBe(
      'BTC/USD may have risen above 82,000 (not signed)',
    );
  });
});
