import { describe, expect, it } from 'vitest';
import { checkRun } from '../../soak/checks.ts';
import { SOAK_FAULTS } from '../../soak/faults.ts';
import type { Observations } from '../../soak/observations.ts';
import { costOf, makeSchedule } from '../../soak/schedule.ts';
import type { ServiceProblem } from '@/lib/connection/service-problem.ts';

// A check that cannot fail proves nothing: each is shown a run that breaks it.

const T0 = 1_800_000_000_000;
const samples = Array.from({ length: 200 }, (_, index) => ({
  at: T0 + index * 100,
  openStreams: 1,
}));

const GOOD: Observations = {
  arrivals: [arrival(0, 'stream'), arrival(500, 'latest')],
  troubles: [],
  penalties: [],
  refusals: [],
  recoveries: [{ after: 'x', isLooking: true, tookMs: 900, limitMs: 2_000 }],
  samples,
  looks: [{ from: T0, to: T0 + 20_000 }],
  changes: [state(100, 'live'), price(200, 5), price(300, 6)],
  views: [],
  clockSteps: [],
  distrusts: [],
  deaths: [],
  starts: [T0 - 1],
  lagMs: 50,
  settings: [{ key: 'watchlist', wanted: ['a'], found: ['a'] }],
  crossings: 1,
  alertId: 'alert',
  firings: [{ id: 'f1', alertId: 'alert', delivered: 'notification' }],
  notifications: ['n1'],
  pageErrors: [],
};

function arrival(after: number, call: string, status = 200) {
  return { at: T0 + after, endedAt: null, path: `/v2/updates/price/${call}`, status };
}

function state(after: number, name: string, reason: ServiceProblem | null = null) {
  const value = { state: name, reason, remedy: null, nextAttemptAt: null };
  return { at: T0 + after, key: 'connectionState', value, isFirst: false };
}

function price(after: number, publishTime: number) {
  return { at: T0 + after, key: 'latest:x', value: { publishTime }, isFirst: false };
}

/** One in whose middle the first request of the good run comes. */
function penalty(fault: string) {
  return { fault, from: T0 - 1_000, to: T0 + 100 };
}

function firingsSeen(...ids: string[]) {
  const value = ids.map((id) => ({ id, alertId: 'alert' }));
  return { at: T0, key: 'firings', value, isFirst: false };
}

function broken(change: Partial<Observations>): string[] {
  return checkRun({ ...GOOD, ...change })
    .filter(({ faults }) => faults.length > 0)
    .map(({ what }) => what);
}

describe('the checks of a run', () => {
  it('hold for a good one', () => {
    expect(broken({})).toEqual([]);
  });

  const trouble = { name: 'server errors', from: T0, to: T0 + 20_000 };
  const noStream = samples.map(({ at }) => ({ at, openStreams: 0 }));
  it.each<[string, RegExp, Partial<Observations>]>([
    ['a lost setting', /setting/, { settings: [{ key: 'a', wanted: 1, found: undefined }] }],
    ['a lost firing', /firing/, { changes: [firingsSeen('f1', 'f0')] }],
    ['a missed crossing', /crossing/, { crossings: 2 }],
    ['a notification that came again', /twice/, { notifications: ['n1', 'n1'] }],
    ['more notifications than firings', /twice/, { notifications: ['n1', 'n2'] }],
    [
      'a firing that nobody was told of',
      /told/,
      { firings: [{ id: 'f1', alertId: 'alert', delivered: 'pending' }] },
    ],
    [
      '11 requests in 10 s',
      /10 requests/,
      { arrivals: Array.from({ length: 11 }, (_, index) => arrival(index * 999, 'stream')) },
    ],
    ['a request within a pause', /pause \(429\)/, { penalties: [penalty('429 with Retry-After')] }],
    [
      'a request within a long pause',
      /pause \(429\)/,
      { penalties: [penalty('429 for a minute')] },
    ],
    [
      'a request within the pause of a 503',
      /pause \(503/,
      { penalties: [penalty('503 with Retry-After')] },
    ],
    [
      'a request while the body of a 429 hangs',
      /pause \(429 whose body hangs/,
      { penalties: [penalty('429 whose body hangs')] },
    ],
    ['a call with a refused token', /token/, { refusals: [{ from: T0 - 1_000, to: T0 + 100 }] }],
    [
      'a slow return',
      /2 s/,
      { recoveries: [{ after: 'x', isLooking: true, tookMs: 2_100, limitMs: 2_000 }] },
    ],
    [
      'no return',
      /35 s/,
      { recoveries: [{ after: 'x', isLooking: false, tookMs: null, limitMs: 35_000 }] },
    ],
    ['a price that goes back', /back in time/, { changes: [price(100, 6), price(200, 5)] }],
    [
      'a price that went back before the browser was started again',
      /back in time/,
      { changes: [price(100, 6), price(200, 5)], starts: [T0 - 1, T0 + 5_000] },
    ],
    ['"live" without a stream', /true in words/, { samples: noStream }],
    ['"offline" beside a stream', /true in words/, { changes: [state(100, 'offline')] }],
    ['"connecting" beside a stream', /true in words/, { changes: [state(100, 'connecting')] }],
    [
      '"polling" without an answer',
      /true in words/,
      { changes: [state(100, 'polling')], arrivals: [arrival(0, 'stream')] },
    ],
    ['"stopped" for no reason', /true in words/, { changes: [state(100, 'stopped')] }],
    [
      'the wrong reason',
      /true in words/,
      {
        changes: [state(100, 'live'), state(200, 'polling', { code: 'token-needed' })],
        troubles: [trouble],
      },
    ],
    [
      '"live" with a reason why not',
      /true in words/,
      {
        changes: [state(100, 'live', { code: 'unreachable' })],
        troubles: [trouble],
      },
    ],
    ['a page that failed', /page fails/, { pageErrors: ['TypeError'] }],
  ])('fail for %s', (_, what, change) => {
    expect(broken(change)).toEqual([expect.stringMatching(what)]);
  });

  it('take the last snapshot of a fresh browser', () => {
    const changes = [price(100, 6), price(6_000, 5)];
    expect(broken({ changes, starts: [T0 - 1, T0 + 5_000] })).toEqual([]);
  });

  it('take a true reason', () => {
    const reason = { code: 'http-status', status: 503 } as const;
    expect(broken({ changes: [state(100, 'polling', reason)], troubles: [trouble] })).toEqual([]);
  });
});

describe('the schedule', () => {
  it('is the same for the same seed, and another for another', () => {
    expect(makeSchedule(1, 60)).toEqual(makeSchedule(1, 60));
    expect(makeSchedule(1, 60)).not.toEqual(makeSchedule(2, 60));
  });

  it.each([60, 180, 600])('fills about %d seconds, with an absence and a restart', (seconds) => {
    for (let seed = 0; seed < 50; seed += 1) {
      const steps = makeSchedule(seed, seconds);
      const kinds = new Set(steps.map(({ kind }) => kind));
      expect([...kinds]).toEqual(
        expect.arrayContaining(['fault', 'nobody-looks', 'restart', 'crossing']),
      );
      const cost = steps.reduce((sum, step) => sum + costOf(step), 0);
      expect(cost).toBeGreaterThan(0.6 * seconds);
      expect(cost).toBeLessThan(1.7 * seconds);
    }
  });

  it('steps the clock both ways and takes the trust away, in each minute', () => {
    for (let seed = 0; seed < 50; seed += 1) {
      const steps = makeSchedule(seed, 60);
      const clockSteps = steps.flatMap((step) => (step.kind === 'clock' ? [step] : []));
      expect(clockSteps.map(({ stepMs }) => stepMs)).toEqual(
        expect.arrayContaining([90_000, -90_000]),
      );
      expect(clockSteps.some(({ fault }) => fault !== null)).toBe(true);
      expect(steps.filter(({ kind }) => kind === 'trust')).toHaveLength(1);
    }
  });

  it('never has the clock wrong by more than one step', () => {
    for (let seed = 0; seed < 50; seed += 1) {
      let offsetMs = 0;
      for (const step of makeSchedule(seed, 180)) {
        if (step.kind === 'clock') offsetMs += step.stepMs;
        if (step.kind === 'restart') offsetMs = 0;
        expect(Math.abs(offsetMs)).toBeLessThanOrEqual(90_000);
      }
    }
  });

  it('kills no worker that has to measure a pause while the clock is stepped', () => {
    const steps = Array.from({ length: 50 }, (_, seed) => makeSchedule(seed, 180)).flat();
    const inPause = steps.filter((step) => step.kind === 'clock' && step.fault !== null);
    expect(inPause.length).toBeGreaterThan(10);
    expect(inPause.filter((step) => step.kind === 'clock' && step.isKilled)).toEqual([]);
  });

  it('of ten minutes leaves no fault out', () => {
    const names = makeSchedule(3, 600).flatMap((step) => ('fault' in step ? [step.fault] : []));
    expect(Object.keys(SOAK_FAULTS).filter((name) => !names.includes(name))).toEqual([]);
  });
});
