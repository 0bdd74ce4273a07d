import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  afterOutcome,
  candidatesOf,
  chooseService,
  hasSuccessor,
  healthOf,
  isAway,
  RETURN_AFTER_MS,
  servicesToTry,
  type Candidate,
  type Outcome,
  type Services,
} from '@/lib/background/connection/services.ts';
import { serviceWith } from '../../domain/connection/services.ts';

const NOW = Date.UTC(2026, 10, 22, 7);
const SECOND = 1_000;
const MINUTE = 60 * SECOND;

const ok: Outcome = { kind: 'ok' };
const failed: Outcome = { kind: 'failed', problem: { code: 'unreachable' } };
const silent: Outcome = { kind: 'failed', problem: { code: 'stream-silent' }, isCertain: true };
const refused: Outcome = { kind: 'refused', problem: { code: 'token-rejected' } };
const pausedUntil = (until: number): Outcome => ({
  kind: 'paused',
  problem: { code: 'paused' },
  until,
});

const ABC: Candidate[] = ['a', 'b', 'c'].map((id) => ({ id, isExcluded: false }));
const NEW: Services = { active: { id: '', since: 0, reason: null }, health: {} };

type Event = readonly [seconds: number, id: string, outcome: Outcome];

function run(...events: readonly Event[]): Services {
  let services = chooseService(NEW, ABC, { now: NOW });
  for (const event of events) services = step(services, event);
  return services;
}

function step(before: Services, [seconds, id, outcome]: Event, candidates = ABC): Services {
  const now = NOW + seconds * SECOND;
  const responding = outcome.kind === 'ok' ? [id] : [];
  return chooseService(afterOutcome(before, id, outcome, now), candidates, { now, responding });
}

const toTry = (services: Services, seconds: number): string[] =>
  servicesToTry(services, ABC, NOW + seconds * SECOND);

describe('the service in use', () => {
  it('is the first one at the start', () => {
    expect(run().active).toEqual({ id: 'a', since: NOW, reason: null });
  });

  it('has a successor if another one works, or was away and has responded since', () => {
    const AB = ABC.slice(0, 2);
    const replaced = [
      [1, 'a', silent],
      [2, 'b', ok],
    ] as const;
    const before = replaced.reduce((all, event) => step(all, event, AB), run());
    expect(before.active.id).toBe('b');
    expect(hasSuccessor(before, AB)).toBe(false);
    expect(hasSuccessor(step(before, [30, 'a', ok], AB), AB)).toBe(true);
    expect(hasSuccessor(step(before, [31, 'b', silent], AB), AB)).toBe(false);
    expect(hasSuccessor(before, ABC)).toBe(true);
  });

  it('is away after two failures in a row, not after one', () => {
    expect(isAway(run([1, 'a', failed]))).toBe(false);
    const passed = run([1, 'a', failed], [2, 'a', ok], [3, 'a', failed]);
    expect(isAway(passed)).toBe(false);
    expect(isAway(step(passed, [4, 'a', failed]))).toBe(true);
  });

  it.each([
    ['silence', silent],
    ['a rejected token', refused],
    ['a pause', pausedUntil(NOW + MINUTE)],
  ])('is away at once after %s', (_, outcome) => {
    expect(healthOf(run([1, 'a', outcome]), 'a').away).toEqual(
      'problem' in outcome ? outcome.problem : null,
    );
  });

  it('is replaced by the first that responds, so losing the network changes nothing', () => {
    const away = run([1, 'a', silent]);
    expect(away.active.id).toBe('a');
    expect(toTry(away, 1)).toEqual(['b', 'c']);
    const lost = [away, [2, 'b', failed], [3, 'c', failed]] as const;
    const offline = step(step(lost[0], lost[1]), lost[2]);
    expect(offline.active.id).toBe('a');
    expect(step(offline, [9, 'c', ok]).active).toEqual({
      id: 'c',
      since: NOW + 9 * SECOND,
      reason: { preferredId: 'a', problem: { code: 'stream-silent' } },
    });
    expect(step(offline, [9, 'a', ok])).toMatchObject({ active: { id: 'a' } });
    expect(isAway(step(offline, [9, 'a', ok]))).toBe(false);
  });

  it('is the next one at once if only the user can fix it', () => {
    expect(run([1, 'a', refused]).active.id).toBe('b');
    const all = run([1, 'a', refused], [2, 'b', refused], [3, 'c', refused]);
    expect(all.active.id).toBe('c');
    for (const outcome of [ok, failed, silent, pausedUntil(NOW)]) {
      expect(healthOf(step(all, [4, 'a', outcome]), 'a')).toEqual(healthOf(all, 'a'));
    }
    expect(toTry(all, 86_400)).toEqual([]);
  });

  it('is the preferred one again after a minute and two answers', () => {
    const left = (...events: Event[]) => run([1, 'a', silent], [2, 'b', ok], ...events);
    expect(left([30, 'a', ok], [60, 'a', ok], [87, 'a', ok]).active.id).toBe('b');
    expect(left([30, 'a', ok], [91, 'a', ok]).active).toMatchObject({
      id: 'a',
      reason: null,
    });
    const failing = left([30, 'a', ok], [60, 'a', failed], [61, 'a', ok], [95, 'a', ok]);
    expect(failing.active.id).toBe('b');
  });

  it('is not replaced by one that failed its only try', () => {
    const services = run([1, 'a', silent], [1, 'b', failed], [1, 'c', ok]);
    const later = chooseService(services, ABC, { now: NOW + 2 * MINUTE });
    expect(later.active.id).toBe('c');
    expect(toTry(services, 26)).toEqual(['a', 'b']);
  });

  it('changes at once when the user changes the list', () => {
    const services = run([1, 'a', ok]);
    const now = NOW + 2 * SECOND;
    expect(chooseService(services, ABC.toReversed(), { now, isEdited: true }).active.id).toBe('c');
    expect(chooseService(services, ABC.slice(1), { now }).active.id).toBe('b');
    expect(chooseService(services, [], { now }).active.id).toBe('');
  });
});

describe('services that are away', () => {
  it('are tried after a while, after their pause, and ever more rarely', () => {
    const left = run([0, 'a', silent], [0, 'b', ok]);
    expect(toTry(left, 20)).toEqual([]);
    expect(toTry(left, 25)).toEqual(['a']);
    const paused = step(left, [0, 'c', pausedUntil(NOW + 2 * MINUTE)]);
    expect(toTry(paused, 119)).toEqual(['a']);
    expect(toTry(paused, 120)).toEqual(['a', 'c']);
    let services = left;
    let seconds = 0;
    for (let count = 0; count < 10; count += 1) {
      seconds = ((healthOf(services, 'a').probeAt ?? NOW) - NOW) / SECOND;
      services = step(services, [seconds, 'a', failed]);
    }
    expect(healthOf(services, 'a').probeAt).toBe(NOW + seconds * SECOND + 5 * MINUTE);
  });

  it('are tried every 1.5 s while none works, which does not delay later tries', () => {
    const events: Event[] = ['a', 'b', 'c'].map((id) => [0, id, silent]);
    const services = run(...events);
    expect(toTry(services, 1.4)).toEqual([]);
    expect(toTry(services, 1.5)).toEqual(['b', 'c']);
    const early = step(services, [1.5, 'b', failed]);
    expect(healthOf(early, 'b').probeAt).toBe(healthOf(services, 'b').probeAt);
  });
});

it('services are used if not paused, and without signatures the first or with consent', () => {
  const list = [
    serviceWith({ id: 'a', isPaused: true }),
    serviceWith({ id: 'b' }),
    serviceWith({ id: 'c' }),
    serviceWith({ id: 'd', mayMixUnverified: true }),
  ];
  const allowed = (mode: 'show' | 'require' | 'off') =>
    candidatesOf(list, mode).flatMap(({ id, isExcluded }) => (isExcluded ? [] : [id]));
  expect(allowed('show')).toEqual(['b', 'c', 'd']);
  expect(allowed('require')).toEqual(['b', 'c', 'd']);
  expect(allowed('off')).toEqual(['b', 'd']);
});

describe('whatever happens', () => {
  const anyEvent = fc.record({
    waitMs: fc.nat(40_000),
    id: fc.constantFrom('a', 'b', 'c'),
    outcome: fc.oneof(
      { weight: 3, arbitrary: fc.constant(ok) },
      { weight: 3, arbitrary: fc.constant(failed) },
      fc.constantFrom(silent, refused),
      fc.nat(200).map((seconds) => pausedUntil(NOW + seconds * SECOND)),
    ),
  });
  const anyStory = fc.array(anyEvent, { maxLength: 60 });
  const anyCandidates = fc
    .tuple(fc.boolean(), fc.boolean(), fc.boolean())
    .map((excluded) => ABC.map(({ id }, index) => ({ id, isExcluded: excluded[index] ?? false })));

  it('a service that works is left only after a minute, and an excluded one is never used', () => {
    fc.assert(
      fc.property(anyStory, anyCandidates, (story, candidates) => {
        const excluded = candidates.flatMap(({ id, isExcluded }) => (isExcluded ? id : []));
        let services = chooseService(NEW, candidates, { now: NOW });
        let ms = 0;
        for (const { waitMs, id, outcome } of story) {
          ms += waitMs;
          const before = services;
          services = step(services, [ms / SECOND, id, outcome], candidates);
          const isSwitch = before.active.id !== services.active.id;
          if (isSwitch && !isAway(services, before.active.id)) {
            expect(NOW + ms - before.active.since).toBeGreaterThanOrEqual(RETURN_AFTER_MS);
          }
          expect(excluded).not.toContain(services.active.id);
          const tried = servicesToTry(services, candidates, NOW + ms);
          expect(tried.filter((other) => excluded.includes(other))).toEqual([]);
        }
      }),
      { numRuns: 300 },
    );
  });
});
