import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decide, type Facts, type Wanted } from '@/lib/background/connection/decide.ts';
import { describeFailure } from '@/lib/background/connection/failure.ts';
import { isAway } from '@/lib/background/connection/services.ts';
import {
  after,
  choose,
  respondingIn,
  type ConnectionEvent,
  type State,
} from '@/lib/background/connection/state.ts';
import { memorySchema, UNKNOWN_FEEDS, UNTRIED } from '@/lib/domain/connection/memory.ts';
import {
  activeServiceSchema,
  serviceHealthSchema,
} from '@/lib/domain/connection/service-health.ts';
import { RequestPausedError } from '@/lib/domain/connection/state.ts';
import { HttpStatusError, NetworkError } from '@/lib/price-service/index.ts';
import { BTC, ETH } from '../feeds.ts';

// Services that do what they like, and the decisions that follow, a tenth of a second at a time.

const START = Date.UTC(2026, 10, 22, 7);
const STEP_MS = 100;
const PAUSE_MS = 20_000;
const SILENCE_MS = 30_000;

/** `lies`: it responds, but never with news. */
type Requests = 'work' | 'lie' | 'gone' | 'broken' | 'pause' | 'token' | 'blocked';
/** `cut`: it ends after its headers. */
type Streams = 'flow' | 'lie' | 'gone' | 'refused' | 'cut' | 'blocked' | 'token';

interface Mood {
  requests: Requests;
  streams: Streams;
}

const WORKS: Mood = { requests: 'work', streams: 'flow' };
const GONE: Mood = { requests: 'gone', streams: 'gone' };
const LIES: Mood = { requests: 'lie', streams: 'lie' };

interface Stream {
  service: string;
  openedAt: number;
  newsAt: number;
  news: number;
  quietAt: number;
}

const ERRORS: Partial<Record<Requests | Streams, () => Error>> = {
  gone: () => new NetworkError('latest', 'unreachable'),
  broken: () => new HttpStatusError(503),
  refused: () => new HttpStatusError(405),
  token: () => new HttpStatusError(401),
  blocked: () => new HttpStatusError(403, { isOfPage: true }),
};

class World {
  now = START;
  moods: Record<string, Mood> = {};
  readonly requests: Array<{ at: number; service: string; isStream: boolean }> = [];
  readonly pausedUntil: Record<string, number> = {};
  readonly shown: Array<{ at: number; words: string }> = [];
  /** The service that last brought news, and when. */
  last = { service: '', at: 0 };
  #state: State = {
    active: { id: '', since: 0, reason: null },
    health: {},
    feeds: UNKNOWN_FEEDS,
    ...UNTRIED,
  };
  #newsAt = 0;
  /** Updates that show the pace of the service in use. */
  #pace = 0;
  #stream: Stream | null = null;
  readonly #ids: string[];
  readonly #isPageOpen: boolean;

  constructor(count: number, isPageOpen: boolean) {
    this.#ids = ['a', 'b', 'c'].slice(0, count);
    this.#isPageOpen = isPageOpen;
  }

  get inUse(): string {
    return this.#state.active.id;
  }

  pass(ms: number): void {
    for (const end = this.now + ms; this.now < end; this.now += STEP_MS) this.#step();
  }

  /** Only what is stored survives. */
  die(): void {
    const { active, health, ...memory } = JSON.parse(JSON.stringify(this.#state)) as State;
    this.#state = {
      active: activeServiceSchema.parse(active),
      health: serviceHealthSchema.parse(health),
      ...memorySchema.parse(memory),
    };
    this.#stream = null;
    this.#pace = 0;
    this.#newsAt = this.#state.answeredAt;
  }

  #facts(): Facts {
    const stream = this.#stream;
    const isQuiet = stream !== null && stream.quietAt > 0;
    return {
      now: this.now,
      candidates: this.#ids.map((id) => ({ id, isExcluded: false })),
      ids: [BTC, ETH],
      mode: 'balanced',
      reach: {},
      isPageOpen: this.#isPageOpen,
      isLive: (stream?.news ?? 0) > 0,
      isSteady: (stream?.news ?? 0) >= 5,
      isQuiet,
      isNewsDue: stream && this.#pace >= 5 ? isQuiet : this.now - this.#newsAt >= 10_000,
      hasSuccessor: this.#ids.length > 1 && !isAway(this.#state),
      isAlarm: (this.now - START) % 30_000 < STEP_MS,
      lacksPrice: false,
      streamOpenedAt: stream?.openedAt ?? 0,
    };
  }

  #tell(...events: ConnectionEvent[]): void {
    const before = this.#state.active.id;
    for (const event of events) this.#state = after(this.#state, event, this.#facts());
    this.#state = choose(this.#state, this.#facts().candidates, events, this.now);
    const { id } = this.#state.active;
    if (before === id || before === '') return;
    this.#stream = null;
    this.#pace = 0;
    this.#newsAt = respondingIn(events).includes(id) ? this.now : 0;
  }

  #step(): void {
    this.#tell();
    this.#receive();
    const wanted = decide(this.#state, this.#facts());
    const { state, reason } = wanted.shown;
    this.shown.push({ at: this.now, words: `${state} ${reason?.code}` });
    const service = this.inUse;
    if (!wanted.stream) this.#stream = null;
    if (wanted.stream && !this.#stream && wanted.isStreamDue) this.#open(service);
    if (wanted.poll && service === this.inUse) this.#poll(service, wanted);
    for (const id of wanted.tries.slice(0, 1)) this.#try(id);
  }

  #brought(service: string): void {
    this.last = { service, at: this.now };
    if (service === this.inUse) this.#newsAt = this.now;
  }

  /** The stream's updates, its silence, or its end. */
  #receive(): void {
    const stream = this.#stream;
    if (!stream) return;
    const { service } = stream;
    const { streams } = this.moods[service] ?? GONE;
    if (streams === 'flow') {
      Object.assign(stream, { news: stream.news + 1, newsAt: this.now, quietAt: 0 });
      this.#pace += 1;
      this.#brought(service);
      this.#tell({ kind: 'news', service, isSteady: stream.news >= 5, problem: null });
    } else if (streams !== 'lie') {
      this.#stream = null;
      const failure = describeFailure(new NetworkError('stream', 'stream-ended'));
      this.#tell({ kind: 'failed', service, by: 'stream', failure, delayMs: 1_000 });
    } else this.#notice(stream);
  }

  #notice(stream: Stream): void {
    const silentMs = this.now - stream.newsAt;
    if (silentMs >= SILENCE_MS) return this.#loseSilent(stream);
    const lookAgainMs = stream.quietAt === 0 ? (stream.news > 0 ? 2_000 : 1_200) : 10_000;
    if (this.now - Math.max(stream.newsAt, stream.quietAt) < lookAgainMs) return;
    stream.quietAt = this.now;
    this.#tell({ kind: 'quiet' });
  }

  #loseSilent({ service }: Stream, ...others: ConnectionEvent[]): void {
    this.#stream = null;
    const problem = { code: 'stream-silent' } as const;
    const outcome = { kind: 'failed', problem, isCertain: true } as const;
    const failure = { reason: problem, remedy: null, outcome };
    this.#tell({ kind: 'failed', service, by: 'stream', failure, delayMs: 0 }, ...others);
  }

  #open(service: string): void {
    const error = this.#request(service, this.moods[service]?.streams ?? 'gone', true);
    const { now } = this;
    if (!error) this.#stream = { service, openedAt: now, newsAt: now, news: 0, quietAt: 0 };
    else this.#tell({ kind: 'failed', service, by: 'stream', failure: describeFailure(error) });
  }

  #poll(service: string, { poll }: Wanted): void {
    this.#tell({ kind: 'asked' });
    const error = this.#ask(service);
    if (error) {
      const failure = describeFailure(error);
      this.#tell({ kind: 'failed', service, by: 'request', failure });
      return;
    }
    const isNews = this.moods[service]?.requests === 'work';
    const answered = [...(poll?.batch ?? []), ...(poll?.apart.flat() ?? [])];
    const answer = { updates: [], answered, missing: {}, apart: [], none: null };
    const event = { kind: 'answered', service, answer, isNews, problem: null } as const;
    const isLate = isNews && this.#facts().isQuiet && this.#pace >= 5;
    if (isNews) this.#brought(service);
    if (isLate && this.#stream) this.#loseSilent(this.#stream, event);
    else this.#tell(event);
  }

  #try(service: string): void {
    const error = this.#ask(service);
    const isNews = !error && this.moods[service]?.requests === 'work';
    const silent = { kind: 'failed', problem: { code: 'stream-silent' } } as const;
    const bad = error ? describeFailure(error).outcome : silent;
    const outcome = isNews ? ({ kind: 'ok' } as const) : bad;
    if (isNews) this.#brought(service);
    if (outcome) this.#tell({ kind: 'tried', service, outcome });
  }

  #ask(service: string): Error | null {
    return this.#request(service, this.moods[service]?.requests ?? 'gone', false);
  }

  #request(service: string, mood: Requests | Streams, isStream: boolean): Error | null {
    this.requests.push({ at: this.now, service, isStream });
    if (mood !== 'pause') return ERRORS[mood]?.() ?? null;
    this.pausedUntil[service] ??= this.now + PAUSE_MS;
    return new RequestPausedError(this.now + PAUSE_MS);
  }
}

const PASSING = ['work', 'lie', 'gone', 'broken', 'blocked'] as const;
const ALL = [...PASSING, 'pause', 'token'] as const;
const CHANNELS = ['flow', 'lie', 'gone', 'refused', 'cut', 'blocked', 'token'] as const;

const moodOf = (requests: readonly Requests[]): fc.Arbitrary<Mood> =>
  fc.oneof(
    { weight: 2, arbitrary: fc.constantFrom(WORKS, GONE, LIES) },
    fc.record({ requests: fc.constantFrom(...requests), streams: fc.constantFrom(...CHANNELS) }),
  );

const story = (requests: readonly Requests[]) =>
  fc.array(
    fc.record({
      ms: fc.integer({ min: 100, max: 40_000 }),
      /** The worker dies this long after the chapter's beginning, if at all. */
      diesAt: fc.option(fc.nat(40_000), { freq: 3 }),
      a: moodOf(requests),
      b: moodOf(requests),
      c: moodOf(requests),
    }),
    { minLength: 1, maxLength: 8 },
  );
type Story = typeof story extends (...args: never[]) => fc.Arbitrary<infer S> ? S : never;

function play(world: World, chapters: Story): void {
  for (const { ms, diesAt, ...moods } of chapters) {
    world.moods = moods;
    if (diesAt === null || diesAt >= ms) world.pass(ms);
    else {
      world.pass(diesAt);
      world.die();
      world.pass(ms - diesAt);
    }
  }
}

const RUNS = { numRuns: 50 };

it.each([1, 2, 3])('no loop is hot, with %d services', (count) => {
  fc.assert(
    fc.property(story(ALL), fc.boolean(), (chapters, isPageOpen) => {
      const world = new World(count, isPageOpen);
      play(world, chapters);
      for (const id of ['a', 'b', 'c']) {
        const times = world.requests.flatMap(({ at, service }) => (service === id ? at : []));
        // The request budget allows 8. Few more may ever be wanted.
        const most = times.map((at, first) => times.filter((t, i) => i >= first && t < at + 1e4));
        expect(Math.max(0, ...most.map(({ length }) => length))).toBeLessThanOrEqual(14);
      }
    }),
    RUNS,
  );
});

describe('prices come soon after a service is back', () => {
  it.each([1, 2, 3])('with %d services, all others of which are gone', (count) => {
    fc.assert(
      fc.property(story(PASSING), fc.nat(count - 1), (chapters, place) => {
        const world = new World(count, true);
        play(world, chapters);
        const back = ['a', 'b', 'c'][place] ?? 'a';
        world.moods = { a: GONE, b: GONE, c: GONE, [back]: WORKS };
        world.pass(5_000);
        expect([world.inUse, world.last.service]).toEqual([back, back]);
        world.pass(5_000);
        expect(world.now - world.last.at).toBeLessThanOrEqual(3_100);
      }),
      RUNS,
    );
  });

  it.each([2, 3])('with %d services, all others of which lie', (count) => {
    fc.assert(
      fc.property(story(PASSING), fc.nat(count - 1), (chapters, place) => {
        const world = new World(count, true);
        play(world, chapters);
        const back = ['a', 'b', 'c'][place] ?? 'a';
        world.moods = { a: LIES, b: LIES, c: LIES, [back]: WORKS };
        world.pass(15_000);
        expect([world.inUse, world.last.service]).toEqual([back, back]);
        world.pass(5_000);
        expect(world.now - world.last.at).toBeLessThanOrEqual(3_100);
      }),
      RUNS,
    );
  });

  it('without a page within 35 s, although each worker lives for one alarm', () => {
    fc.assert(
      fc.property(story(PASSING), fc.constantFrom(GONE, LIES), (chapters, others) => {
        const world = new World(3, false);
        play(world, chapters);
        const back = ['a', 'b', 'c'][chapters.length % 3] ?? 'a';
        world.moods = { a: others, b: others, c: others, [back]: WORKS };
        const since = world.now;
        // To the alarm after the next one.
        for (let alarm = 0; alarm < 2; alarm += 1) {
          world.die();
          world.pass(30_000 - ((world.now - START) % 30_000));
        }
        world.pass(5_000);
        expect(world.last.service).toBe(back);
        expect(world.last.at).toBeGreaterThan(since);
      }),
      RUNS,
    );
  });
});

it.each(CHANNELS.filter((streams) => streams !== 'flow' && streams !== 'lie'))(
  'if only streams fail, polls bring prices, streams are tried seldom, and one sentence stays: %s',
  (streams) => {
    fc.assert(
      fc.property(story(PASSING), (chapters) => {
        const world = new World(1, true);
        play(world, chapters);
        world.moods = { a: { requests: 'work', streams } };
        world.pass(120_000);
        const from = world.now;
        world.pass(60_000);
        const late = world.requests.filter(({ at }) => at >= from);
        expect(late.filter(({ isStream }) => isStream).length).toBeLessThanOrEqual(2);
        expect(late.filter(({ isStream }) => !isStream).length).toBeGreaterThanOrEqual(19);
        const words = new Set(world.shown.flatMap(({ at, words: w }) => (at >= from ? w : [])));
        expect([...words]).toHaveLength(1);
        expect([...words][0]).toMatch(/^polling /);
      }),
      { numRuns: 15 },
    );
  },
);

it('a service is asked nothing during a pause that it asked for', () => {
  fc.assert(
    fc.property(story(['work', 'gone', 'lie']), fc.boolean(), (chapters, isOpen) => {
      const world = new World(1, isOpen);
      play(world, chapters);
      world.moods = { a: { requests: 'pause', streams: 'gone' } };
      world.pass(120_000);
      const first = world.pausedUntil['a'] ?? Infinity;
      const during = world.requests.filter(({ at }) => at > first - PAUSE_MS && at < first);
      expect(during).toEqual([]);
    }),
    RUNS,
  );
});
