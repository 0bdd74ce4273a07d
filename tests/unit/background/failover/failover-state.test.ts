import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { candidatesOf } from '@/lib/background/failover/failover.ts';
import { choose, dueProbes, successors, workingOthers } from '@/lib/background/failover/choose.ts';
import {
  afterEvent,
  healthOf,
  RETURN_AFTER_MS,
  UNKNOWN_HEALTH,
  type Candidate,
  type FailoverState,
  type ServiceEvent,
} from '@/lib/background/failover/state.ts';
import { serviceWith } from '../../domain/connection/services.ts';

const NOW = Date.UTC(2026, 10, 22, 7);
const SECOND = 1_000;

const ok: ServiceEvent = { kind: 'ok' };
const failed: ServiceEvent = { kind: 'failed', problem: { code: 'unreachable' } };
const silent: ServiceEvent = { kind: 'lost', problem: { code: 'stream-silent' } };
const refused: ServiceEvent = { kind: 'refused', problem: { code: 'token-rejected' } };
const pausedUntil = (until: number): ServiceEvent => ({
  kind: 'paused',
  problem: { code: 'paused' },
  until,
});

const ABC: Candidate[] = ['a', 'b', 'c'].map((id) => ({ id, isExcluded: false }));
const ABCDE: Candidate[] = ['a', 'b', 'c', 'd', 'e'].map((id) => ({ id, isExcluded: false }));
const NEW: FailoverState = { active: { id: '', since: 0, reason: null }, health: {} };

/** The services after a sequence of events, each this many seconds after the start. */
function run(
  events: ReadonlyArray<readonly [seconds: number, id: string, event: ServiceEvent]>,
  candidates = ABC,
): FailoverState {
  let state = choose(NEW, candidates, { now: NOW });
  for (const [seconds, id, event] of events) {
    state = step(state, { id, event, now: NOW + seconds * SECOND }, candidates);
  }
  return state;
}

function step(
  state: FailoverState,
  { id, event, now }: { id: string; event: ServiceEvent; now: number },
  candidates: readonly Candidate[],
): FailoverState {
  const health = { ...state.health, [id]: afterEvent(healthOf(state, id), event, now) };
  return choose({ ...state, health }, candidates, { now });
}

describe('the service in use', () => {
  it('is the first one at the start', () => {
    expect(run([]).active).toEqual({ id: 'a', since: NOW, reason: null });
  });

  it('changes after two failures in a row, not after one', () => {
    expect(run([[1, 'a', failed]]).active.id).toBe('a');
    expect(
      run([
        [1, 'a', failed],
        [2, 'a', ok],
        [3, 'a', failed],
      ]).active.id,
    ).toBe('a');
    expect(
      run([
        [1, 'a', failed],
        [1.5, 'a', failed],
      ]).active,
    ).toEqual({
      id: 'b',
      since: NOW + 1_500,
      reason: { preferredId: 'a', problem: { code: 'unreachable' } },
    });
  });

  it.each([
    ['silence', silent],
    ['a rejected token', refused],
    ['a pause', pausedUntil(NOW + 60_000)],
  ])('changes at once after %s', (_, event) => {
    expect(run([[1, 'a', event]]).active.id).toBe('b');
  });

  it('is the next one after that if both fail, and stays if all do', () => {
    const all: Array<[number, string, ServiceEvent]> = [
      [1, 'a', silent],
      [2, 'b', silent],
    ];
    expect(run(all).active.id).toBe('c');
    expect(run([...all, [3, 'c', silent]]).active.id).toBe('c');
  });

  it('is one that may come back by itself, rather than one that only the user can fix', () => {
    const state = run([
      [1, 'a', silent],
      [2, 'b', silent],
      [3, 'c', refused],
    ]);
    expect(state.active.id).toBe('a');
  });

  // Such as a refusal of a late request, or no response by the end of a search.
  it.each([
    ['an answer', ok],
    ['a failure', failed],
    ['silence', silent],
    ['a pause', pausedUntil(NOW + 60_000)],
  ])('is not one that only the user can fix, after %s of that one either', (_, event) => {
    const state = run([
      [1, 'a', silent],
      [2, 'b', silent],
      [3, 'c', refused],
    ]);
    const after = step(state, { id: 'c', event, now: NOW + 4_000 }, ABC);
    expect(healthOf(after, 'c')).toEqual(healthOf(state, 'c'));
    expect(dueProbes(after, ABC, NOW + 3_600_000)).not.toContain('c');
    expect(successors(after, ABC)).not.toContain('c');
  });

  it('is whichever answers first again after all failed', () => {
    const all: Array<[number, string, ServiceEvent]> = [
      [1, 'a', silent],
      [2, 'b', silent],
      [3, 'c', silent],
    ];
    expect(run([...all, [9, 'b', ok]]).active).toMatchObject({ id: 'b', since: NOW + 9_000 });
    expect(run([...all, [9, 'c', ok]]).health['c']?.away).toBeNull();
  });

  it('is the preferred one again after a minute and two answers', () => {
    const away: Array<[number, string, ServiceEvent]> = [[1, 'a', silent]];
    expect(run([...away, [30, 'a', ok], [60, 'a', ok], [89, 'a', ok]]).active.id).toBe('b');
    expect(run([...away, [30, 'a', ok], [91, 'a', ok]]).active).toMatchObject({
      id: 'a',
      reason: null,
    });
    expect(
      run([...away, [30, 'a', ok], [60, 'a', failed], [61, 'a', ok], [95, 'a', ok]]).active.id,
    ).toBe('b');
  });

  it('says why it is not the preferred one, also after a change between others', () => {
    expect(
      run([
        [1, 'a', refused],
        [2, 'b', silent],
      ]).active.reason,
    ).toEqual({ preferredId: 'a', problem: { code: 'token-rejected' } });
  });

  it('that took over is kept for a whole minute, and not for longer', () => {
    const away = run([
      [0, 'a', refused],
      [0, 'a', ok],
    ]);
    const works = { ...away, health: {} };
    const { since } = works.active;
    expect(works.active.id).toBe('b');
    const idAt = (now: number) => choose(works, ABC, { now }).active.id;
    expect(idAt(since + RETURN_AFTER_MS - 1)).toBe('b');
    expect(idAt(since + RETURN_AFTER_MS)).toBe('a');
    // The clock was set back.
    expect(idAt(since - 1)).toBe('a');
  });

  it('changes at once when the user changes the order', () => {
    const state = run([[1, 'a', ok]]);
    const reordered = ABC.toReversed();
    expect(choose(state, reordered, { now: NOW + 2_000, isEdited: true }).active.id).toBe('c');
  });

  it('is another one if the user removes or pauses it', () => {
    const state = run([]);
    expect(choose(state, ABC.slice(1), { now: NOW }).active.id).toBe('b');
    const [first, ...others] = ABC;
    const paused = [{ id: first?.id ?? '', isExcluded: true }, ...others];
    expect(choose(state, paused, { now: NOW }).active).toMatchObject({ id: 'b', reason: null });
    expect(choose(state, [], { now: NOW }).active.id).toBe('');
  });
});

describe('probes', () => {
  it('are due for services that are away, not for others', () => {
    const state = run([[0, 'a', silent]]);
    expect(dueProbes(state, ABC, NOW + 20_000)).toEqual([]);
    expect(dueProbes(state, ABC, NOW + 30_000)).toEqual(['a']);
  });

  it('wait for the end of a pause, and never come to a service that only the user can fix', () => {
    const state = run([
      [0, 'a', pausedUntil(NOW + 120_000)],
      [0, 'b', refused],
    ]);
    expect(dueProbes(state, ABC, NOW + 119_000)).toEqual([]);
    expect(dueProbes(state, ABC, NOW + 86_400_000)).toEqual(['a']);
  });

  it('become rarer while they fail, down to one in five minutes', () => {
    let health = afterEvent(UNKNOWN_HEALTH, silent, NOW);
    let now = NOW;
    for (let count = 0; count < 10; count += 1) {
      now = health.probeAt ?? NOW;
      health = afterEvent(health, failed, now);
    }
    expect(health.probeAt).toBe(now + 5 * 60_000);
  });

  it('are not delayed by attempts that were made before they were due', () => {
    const health = afterEvent(UNKNOWN_HEALTH, silent, NOW);
    let early = health;
    for (let count = 1; count < 10; count += 1) {
      early = afterEvent(early, failed, NOW + count * SECOND);
    }
    expect(early).toMatchObject({ failures: health.failures, probeAt: health.probeAt });
  });

  it('come every 1.5 s while nothing works', () => {
    const state = run([
      [0, 'a', silent],
      [0, 'b', silent],
      [0, 'c', silent],
    ]);
    expect(state.active.id).toBe('c');
    expect(dueProbes(state, ABC, NOW + 1_400)).toEqual([]);
    expect(dueProbes(state, ABC, NOW + 1_500)).toEqual(['a', 'b']);
  });

  it('follow a request that hung at once while nothing works', () => {
    const hung: ServiceEvent = { ...failed, askedAt: NOW + 2_000 };
    const gone = [
      [0, 'a', silent],
      [0, 'b', silent],
      [0, 'c', silent],
    ] as const;
    const state = run([...gone, [4.5, 'a', hung], [4.5, 'b', failed]]);
    expect(dueProbes(state, ABC, NOW + 4_500)).toEqual(['a']);
  });
});

describe('services that may take over', () => {
  it('are those that work and then those that may have returned, each in its order', () => {
    const state = run(
      [
        [0, 'a', silent],
        [0, 'c', pausedUntil(NOW + 60_000)],
        [0, 'd', refused],
      ],
      ABCDE,
    );
    expect(state.active.id).toBe('b');
    expect(successors(state, ABCDE)).toEqual(['e', 'a']);
  });
});

describe('services that may be used', () => {
  const list = [
    serviceWith({ id: 'a', isPaused: true }),
    serviceWith({ id: 'b' }),
    serviceWith({ id: 'c' }),
    serviceWith({ id: 'd', mayMixUnverified: true }),
  ];
  const allowed = (mode: 'show' | 'require' | 'off') =>
    candidatesOf(list, mode).flatMap(({ id, isExcluded }) => (isExcluded ? [] : [id]));

  it('are not paused, and without signatures the first or with consent', () => {
    expect(allowed('show')).toEqual(['b', 'c', 'd']);
    expect(allowed('require')).toEqual(['b', 'c', 'd']);
    expect(allowed('off')).toEqual(['b', 'd']);
  });
});

const anyEvent = fc.oneof(
  { weight: 3, arbitrary: fc.constant(ok) },
  { weight: 3, arbitrary: fc.constant(failed) },
  fc.constantFrom(silent, refused),
  fc.nat(200).map((seconds) => pausedUntil(NOW + seconds * SECOND)),
);
const anyCandidates = fc
  .tuple(fc.boolean(), fc.boolean(), fc.boolean())
  .map((excluded) => ABC.map(({ id }, index) => ({ id, isExcluded: excluded[index] ?? false })));
const anyStory = fc.array(
  fc.record({ waitMs: fc.nat(40_000), place: fc.nat(2), event: anyEvent }),
  { maxLength: 60 },
);

/** Calls back with each step of a story. */
function tell(
  story: ReadonlyArray<{ waitMs: number; place: number; event: ServiceEvent }>,
  candidates: readonly Candidate[],
  onStep: (before: FailoverState, after: FailoverState, now: number) => void,
): FailoverState {
  let now = NOW;
  let state = choose(NEW, candidates, { now });
  for (const { waitMs, place, event } of story) {
    now += waitMs;
    const after = step(state, { id: ABC[place]?.id ?? '', event, now }, candidates);
    onStep(state, after, now);
    state = after;
  }
  return state;
}

describe('whatever happens', () => {
  it('a service that works is left at most once a minute', () => {
    const longStory = fc.array(
      fc.record({
        waitMs: fc.nat(40_000),
        place: fc.nat(2),
        event: fc.constantFrom(ok, ok, failed, silent),
      }),
      { minLength: 40, maxLength: 60 },
    );
    fc.assert(
      fc.property(longStory, (story) => {
        tell(story, ABC, (before, after, now) => {
          const isSwitch = before.active.id !== after.active.id;
          const wasAway = healthOf(after, before.active.id).away !== null;
          if (isSwitch && !wasAway) {
            expect(now - before.active.since).toBeGreaterThanOrEqual(RETURN_AFTER_MS);
          }
        });
      }),
      { numRuns: 300 },
    );
  });

  it('an excluded service is never used or probed', () => {
    fc.assert(
      fc.property(anyStory, anyCandidates, (story, candidates) => {
        const excluded = candidates.filter(({ isExcluded }) => isExcluded).map(({ id }) => id);
        tell(story, candidates, (_, after, now) => {
          expect(excluded).not.toContain(after.active.id);
          for (const id of dueProbes(after, candidates, now)) expect(excluded).not.toContain(id);
        });
      }),
    );
  });

  it('the service in use works if any does', () => {
    fc.assert(
      fc.property(anyStory, anyCandidates, (story, candidates) => {
        tell(story, candidates, (_, after) => {
          const isAway = healthOf(after, after.active.id).away !== null;
          if (isAway) expect(workingOthers(after, candidates)).toEqual([]);
        });
      }),
    );
  });

  it('the first service that answers its probes is in use in the end', () => {
    fc.assert(
      fc.property(anyStory, anyCandidates, fc.nat(2), (story, candidates, place) => {
        const healthy = ABC[place]?.id ?? '';
        fc.pre(candidates[place]?.isExcluded === false);
        let now = NOW + 100 * 40_000;
        // Only the user ends a refusal.
        const withoutRefusals = story.filter(({ event }) => event.kind !== 'refused');
        let state = tell(withoutRefusals, candidates, () => {});
        for (let round = 0; round < 40; round += 1) {
          now += 30_000;
          const asked = new Set([state.active.id, ...dueProbes(state, candidates, now)]);
          for (const { id } of candidates.filter((one) => asked.has(one.id))) {
            const event = id === healthy ? ok : silent;
            state = step(state, { id, event, now }, candidates);
          }
        }
        expect(state.active.id).toBe(healthy);
      }),
    );
  });
});
