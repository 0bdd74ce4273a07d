import { describe, expect, it } from 'vitest';
import { checkNotifications, checkRun } from '../../soak/checks.ts';
import type { Observations } from '../../soak/observations.ts';
import type { ServiceProblem } from '@/lib/domain/connection/service-problem.ts';

// A check that cannot fail proves nothing, so each gets a run that breaks it.

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
  recoveries: [{ after: 'x', isPageOpen: true, tookMs: 900, limitMs: 2_000 }],
  samples,
  pageSpans: [{ from: T0, to: T0 + 20_000 }],
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

/** A pause that contains the first request of the good run. */
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
  it('pass for a good one', () => {
    expect(broken({})).toEqual([]);
  });

  const trouble = { name: 'server errors', from: T0, to: T0 + 20_000 };
  const noStream = samples.map(({ at }) => ({ at, openStreams: 0 }));
  it.each<[string, RegExp, Partial<Observations>]>([
    ['a lost setting', /setting/, { settings: [{ key: 'a', wanted: 1, found: undefined }] }],
    ['a lost firing', /firing/, { changes: [firingsSeen('f1', 'f0')] }],
    ['a missed crossing', /crossing/, { crossings: 2 }],
    [
      'a crossing that is mentioned again',
      /crossing/,
      {
        firings: [
          ...GOOD.firings,
          { id: 'f2', alertId: 'alert', delivered: 'summary', missed: true },
        ],
      },
    ],
    ['a crossing that a sleep hides', /sleep/, { sleeps: [{ from: T0, to: T0 + 9_000 }] }],
    ['a repeated notification', /twice/, { notifications: ['n1', 'n1'] }],
    ['more notifications than firings', /twice/, { notifications: ['n1', 'n2'] }],
    [
      'a firing without a notification',
      /notified/,
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
      { recoveries: [{ after: 'x', isPageOpen: true, tookMs: 2_100, limitMs: 2_000 }] },
    ],
    [
      'no return',
      /35 s/,
      { recoveries: [{ after: 'x', isPageOpen: false, tookMs: null, limitMs: 35_000 }] },
    ],
    ['a price that goes back', /back in time/, { changes: [price(100, 6), price(200, 5)] }],
    [
      'a price that went back before the browser restarted',
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
    ['"stopped" without a reason', /true in words/, { changes: [state(100, 'stopped')] }],
    [
      'the wrong reason',
      /true in words/,
      {
        changes: [state(100, 'live'), state(200, 'polling', { code: 'token-needed' })],
        troubles: [trouble],
      },
    ],
    [
      '"live" with a failure as its reason',
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

  it('accept the last snapshot of a new browser', () => {
    const changes = [price(100, 6), price(6_000, 5)];
    expect(broken({ changes, starts: [T0 - 1, T0 + 5_000] })).toEqual([]);
  });

  it('accept a true reason', () => {
    const reason = { code: 'http-status', status: 503 } as const;
    expect(broken({ changes: [state(100, 'polling', reason)], troubles: [trouble] })).toEqual([]);
  });

  it('name the firings whose notification was not collected', () => {
    const firings = ['f1', 'f2', 'f3', 'f4'].map((id) => ({
      id,
      alertId: 'alert',
      delivered: id === 'f4' ? 'badge' : 'merged',
    }));
    const { found, faults } = checkNotifications({ firings, notifications: ['merged|x|f1|f2'] });
    expect(found).toBe('1 notifications of 4 firings, none collected of f3 (merged), f4 (badge)');
    expect(faults).toEqual([]);
  });
});
