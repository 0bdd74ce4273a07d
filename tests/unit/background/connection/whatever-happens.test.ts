import fc from 'fast-check';
import { expect, it } from 'vitest';
import { decide, type Facts, type Wanted } from '@/lib/background/connection/decide.ts';
import { describeFailure } from '@/lib/background/connection/failure.ts';
import { chooseService, isAway } from '@/lib/background/connection/services.ts';
import {
  after,
  UNTRIED,
  type ConnectionEvent,
  type State,
} from '@/lib/background/connection/state.ts';
import { RequestPausedError } from '@/lib/domain/connection/state.ts';
import { HttpStatusError, NetworkError } from '@/lib/price-service/index.ts';
import { BTC, ETH } from '../feeds.ts';

// Services that do what they like, and the decisions that follow, a tenth of a second at a time.

const START = Date.UTC(2026, 10, 22, 7);
const STEP_MS = 100;
const PAUSE_MS = 20_000;

type Mood = 'works' | 'gone' | 'broken' | 'stream-refused' | 'pause' | 'token';

interface Request {
  at: number;
  service: string;
}

class World {
  state: State = {
    active: { id: '', since: 0, reason: null },
    health: {},
    feeds: { verdicts: {}, suppliers: {}, suppliedAt: 0 },
    ...UNTRIED,
  };
  now = START;
  moods: Record<string, Mood> = {};
  readonly requests: Request[] = [];
  readonly pausedUntil: Record<string, number> = {};
  #stream: { service: string; openedAt: number; updates: number } | null = null;
  readonly #ids: string[];
  readonly #isPageOpen: boolean;

  constructor(ids: string[], isPageOpen: boolean) {
    this.#ids = ids;
    this.#isPageOpen = isPageOpen;
  }

  get isLive(): boolean {
    return (this.#stream?.updates ?? 0) > 0;
  }

  pass(ms: number): void {
    for (const end = this.now + ms; this.now < end;) this.#step();
  }

  #facts(): Facts {
    return {
      now: this.now,
      candidates: this.#ids.map((id) => ({ id, isExcluded: false })),
      ids: [BTC, ETH],
      mode: 'balanced',
      reach: {},
      isPageOpen: this.#isPageOpen,
      isLive: this.isLive,
      isQuiet: false,
      hasSuccessor: this.#ids.length > 1 && !isAway(this.state),
      isAlarm: (this.now - START) % 30_000 < STEP_MS,
      lacksPrice: false,
      streamOpenedAt: this.#stream?.openedAt ?? 0,
    };
  }

  #tell(event: ConnectionEvent): void {
    const responding = event.kind === 'tried' && event.outcome.kind === 'ok' ? [event.service] : [];
    this.state = after(this.state, event, this.#facts());
    this.#choose(responding);
  }

  #choose(responding: string[] = []): void {
    const before = this.state.active.id;
    const choice = { now: this.now, responding };
    this.state = chooseService(this.state, this.#facts().candidates, choice);
    if (before === '' || before === this.state.active.id) return;
    this.state = { ...this.state, ...UNTRIED };
    this.#stream = null;
  }

  #step(): void {
    this.#choose();
    this.#receive();
    const wanted = decide(this.state, this.#facts());
    const { id: service } = this.state.active;
    if (!wanted.stream) this.#stream = null;
    if (wanted.stream && !this.#stream && wanted.isStreamDue) this.#open(service);
    if (wanted.poll && service === this.state.active.id) this.#poll(service, wanted);
    for (const id of wanted.tries.slice(0, 1)) {
      const error = this.#request(id, 'latest');
      const outcome = error ? describeFailure(error).outcome : ({ kind: 'ok' } as const);
      if (outcome) this.#tell({ kind: 'tried', service: id, outcome });
    }
    this.now += STEP_MS;
  }

  /** The stream's updates, or its end. */
  #receive(): void {
    const stream = this.#stream;
    if (!stream) return;
    const { service } = stream;
    if (this.moods[service] === 'works') {
      stream.updates += 1;
      this.#tell({ kind: 'data', service, isSteady: stream.updates > 5, problem: null });
      return;
    }
    this.#stream = null;
    const failure = describeFailure(new NetworkError('stream', 'stream-ended'));
    this.#tell({ kind: 'failed', service, by: 'stream', failure, delayMs: 1_000 });
  }

  #open(service: string): void {
    const error = this.#request(service, 'stream');
    if (!error) this.#stream = { service, openedAt: this.now, updates: 0 };
    else this.#tell({ kind: 'failed', service, by: 'stream', failure: describeFailure(error) });
  }

  #poll(service: string, { poll }: Wanted): void {
    this.#tell({ kind: 'asked' });
    const error = this.#request(service, 'latest');
    if (error) {
      this.#tell({ kind: 'failed', service, by: 'request', failure: describeFailure(error) });
      return;
    }
    const answered = [...(poll?.batch ?? []), ...(poll?.apart.flat() ?? [])];
    const answer = { updates: [], answered, missing: {}, apart: [], none: null };
    this.#tell({ kind: 'answered', service, answer, problem: null });
  }

  #request(service: string, path: 'latest' | 'stream'): Error | null {
    this.requests.push({ at: this.now, service });
    switch (this.moods[service]) {
      case 'gone':
        return new NetworkError(path, 'unreachable');
      case 'broken':
        return new HttpStatusError(503);
      case 'stream-refused':
        return path === 'stream' ? new HttpStatusError(405) : null;
      case 'token':
        return new HttpStatusError(401);
      case 'pause':
        this.pausedUntil[service] ??= this.now + PAUSE_MS;
        return new RequestPausedError(this.now + PAUSE_MS);
      default:
        return null;
    }
  }
}

const moods = fc.constantFrom<Mood[]>(
  'works',
  'gone',
  'broken',
  'stream-refused',
  'pause',
  'token',
);
const passing = fc.constantFrom<Mood[]>('works', 'gone', 'broken', 'stream-refused');
const story = (mood: fc.Arbitrary<Mood>) =>
  fc.array(fc.record({ ms: fc.integer({ min: 100, max: 40_000 }), a: mood, b: mood, c: mood }), {
    minLength: 1,
    maxLength: 8,
  });

it.each([1, 2, 3])('no loop is hot, with %d services', (count) => {
  fc.assert(
    fc.property(story(moods), fc.boolean(), (chapters, isPageOpen) => {
      const ids = ['a', 'b', 'c'].slice(0, count);
      const world = new World(ids, isPageOpen);
      for (const { ms, ...mood } of chapters) {
        world.moods = mood;
        world.pass(ms);
      }
      for (const id of ids) {
        const times = world.requests.filter(({ service }) => service === id).map(({ at }) => at);
        // The request budget allows 8. Few more may ever be wanted.
        const most = Math.max(
          0,
          ...times.map((at) => times.filter((other) => other >= at && other < at + 10_000).length),
        );
        expect(most).toBeLessThanOrEqual(14);
      }
    }),
    { numRuns: 150 },
  );
});

it.each([1, 2, 3])('prices are live soon after a service is back, with %d services', (count) => {
  fc.assert(
    fc.property(story(passing), fc.nat(count - 1), (chapters, place) => {
      const world = new World(['a', 'b', 'c'].slice(0, count), true);
      for (const { ms, ...mood } of chapters) {
        world.moods = mood;
        world.pass(ms);
      }
      const back = ['a', 'b', 'c'][place] ?? 'a';
      world.moods = { a: 'gone', b: 'gone', c: 'gone', [back]: 'works' };
      world.pass(5_000);
      expect([world.isLive, world.state.active.id]).toEqual([true, back]);
    }),
    { numRuns: 150 },
  );
});

it('a service is asked nothing during a pause that it asked for', () => {
  fc.assert(
    fc.property(
      story(fc.constantFrom<Mood[]>('works', 'gone')),
      fc.boolean(),
      (chapters, isOpen) => {
        const world = new World(['a'], isOpen);
        for (const { ms, a } of chapters) {
          world.moods = { a };
          world.pass(ms);
        }
        world.moods = { a: 'pause' };
        world.pass(120_000);
        const times = world.requests.map(({ at }) => at);
        const first = world.pausedUntil['a'] ?? Infinity;
        const during = times.filter((at) => at > first - PAUSE_MS && at < first);
        expect(during).toEqual([]);
      },
    ),
    { numRuns: 100 },
  );
});
