import { describe, expect, it } from 'vitest';
import { decide, type Facts, type Wanted } from '@/lib/background/connection/decide.ts';
import type { FeedAnswer } from '@/lib/background/connection/ask-feeds.ts';
import { describeFailure } from '@/lib/background/connection/failure.ts';
import { chooseService } from '@/lib/background/connection/services.ts';
import { after, type ConnectionEvent, type State } from '@/lib/background/connection/state.ts';
import { UNKNOWN_FEEDS, UNTRIED } from '@/lib/domain/connection/memory.ts';
import { RequestPausedError } from '@/lib/domain/connection/state.ts';
import { HttpStatusError, NetworkError } from '@/lib/price-service/index.ts';
import { BTC, ETH, EUR } from '../feeds.ts';

// What the connection does, as pure functions: no worker, no service, no time that passes.

const NOW = Date.UTC(2026, 10, 22, 7);
const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/** Plays events, and decides after each of them. */
class Story {
  state: State = {
    active: { id: '', since: 0, reason: null },
    health: {},
    feeds: UNKNOWN_FEEDS,
    ...UNTRIED,
  };
  facts: Facts = {
    now: NOW,
    candidates: [{ id: 'a', isExcluded: false }],
    ids: [BTC, ETH, EUR],
    mode: 'balanced',
    reach: {},
    isPageOpen: false,
    isLive: false,
    isSteady: false,
    isQuiet: false,
    isNewsDue: false,
    hasSuccessor: false,
    isAlarm: false,
    lacksPrice: false,
    streamOpenedAt: 0,
  };

  constructor(facts: Partial<Facts> = {}) {
    Object.assign(this.facts, { hasSuccessor: (facts.candidates ?? []).length > 1 }, facts);
  }

  get wanted(): Wanted {
    this.state = chooseService(this.state, this.facts.candidates, this.facts);
    return decide(this.state, this.facts);
  }

  at(seconds: number, facts: Partial<Facts> = {}): this {
    this.facts = { ...this.facts, ...facts, now: NOW + seconds * SECOND };
    return this;
  }

  tell(event: ConnectionEvent): this {
    void this.wanted;
    this.state = after(this.state, event, this.facts);
    return this;
  }

  answered(answer: Partial<FeedAnswer> = {}): this {
    const full = {
      updates: [],
      answered: this.facts.ids.slice(),
      missing: {},
      apart: [],
      none: null,
    };
    this.tell({ kind: 'asked' });
    return this.tell({
      kind: 'answered',
      service: 'a',
      answer: { ...full, ...answer },
      isNews: true,
      problem: null,
    });
  }

  failed(error: Error, by: 'request' | 'stream' = 'request'): this {
    if (by === 'request') this.tell({ kind: 'asked' });
    return this.tell({ kind: 'failed', service: 'a', by, failure: describeFailure(error) });
  }
}

const gone = (): Error => new NetworkError('latest', 'unreachable');

describe('how prices come', () => {
  it('a stream while a page is open, and in Live', () => {
    expect(new Story({ isPageOpen: true }).wanted.stream).toEqual([BTC, ETH, EUR]);
    expect(new Story({ mode: 'live' }).wanted.stream).toEqual([BTC, ETH, EUR]);
    expect(new Story({ mode: 'saver' }).wanted.stream).toBeNull();
  });

  it('in Balanced a stream only while a price is near the level of an alert', () => {
    expect(new Story().wanted.stream).toBeNull();
    const reach = { [BTC]: { isNear: true } } as unknown as Facts['reach'];
    expect(new Story({ reach }).wanted.stream).toEqual([BTC, ETH, EUR]);
    expect(new Story({ reach, mode: 'saver' }).wanted.stream).toBeNull();
  });

  it.each([
    ['balanced', 30],
    ['saver', 300],
  ] as const)('one request for all feeds at a time in %s, at the alarm too', (mode, every) => {
    const story = new Story({ mode });
    expect(story.wanted.poll).toEqual({ batch: [BTC, ETH, EUR], apart: [] });
    story.answered();
    expect(story.at(every - 21, { isAlarm: true }).wanted.poll).toBeNull();
    expect(story.at(every - 20, { isAlarm: true }).wanted.poll).not.toBeNull();
    expect(story.at(every - 6, { isAlarm: false }).wanted.poll).toBeNull();
    expect(story.at(every - 5).wanted.poll).not.toBeNull();
    // The clock was set back.
    expect(story.at(-1).wanted.poll).not.toBeNull();
  });

  it('at once for an added feed, and when the user asks', () => {
    const story = new Story().answered();
    expect(story.at(1, { lacksPrice: true }).wanted.poll).not.toBeNull();
    const live = new Story({ isPageOpen: true, isLive: true }).answered();
    expect(live.at(1).wanted.poll).toBeNull();
    expect(live.tell({ kind: 'refresh' }).wanted.poll).not.toBeNull();
  });
});

describe('a service that fails', () => {
  it.each([401, 403])(
    'with %d gets nothing until the user asks or the settings change',
    (status) => {
      const story = new Story({ isPageOpen: true }).failed(new HttpStatusError(status));
      const { stream, poll, shown, wakeAt } = story.at(86_400, { isAlarm: true }).wanted;
      expect({ stream, poll, wakeAt }).toEqual({ stream: null, poll: null, wakeAt: null });
      expect(shown).toMatchObject({ state: 'stopped', remedy: 'access-token' });
      for (const kind of ['refresh', 'connection'] as const) {
        const { state } = story;
        expect(story.tell({ kind }).wanted.stream).not.toBeNull();
        story.state = state;
      }
    },
  );

  it('only on streams with 401 is asked once more, and polled if it answers', () => {
    const story = new Story({ isPageOpen: true }).failed(new HttpStatusError(401), 'stream');
    expect(story.wanted.poll).not.toBeNull();
    expect(story.at(29).wanted.isStreamDue).toBe(false);
    const { state } = story;
    expect(story.failed(new HttpStatusError(401)).wanted.shown.state).toBe('stopped');
    story.state = state;
    expect(story.answered().wanted.shown).toMatchObject({ state: 'polling' });
    expect(story.at(32).wanted.poll).not.toBeNull();
  });

  it('without a token, and a block page, are no refusal', () => {
    const page = describeFailure(new HttpStatusError(401, { isOfPage: true }));
    const noToken = describeFailure(new HttpStatusError(403), false);
    expect([page.reason.code, noToken.reason.code]).toEqual(['blocked', 'blocked']);
    expect(describeFailure(new HttpStatusError(401), false).reason.code).toBe('token-needed');
    expect(describeFailure(new HttpStatusError(403)).reason.code).toBe('token-rejected');
  });

  it('and asks for a pause gets nothing before its end, and then at once', () => {
    const until = NOW + MINUTE;
    const story = new Story({ isPageOpen: true }).failed(new RequestPausedError(until), 'stream');
    const paused = story.tell({ kind: 'presence' }).at(59, { isAlarm: true }).wanted;
    expect(paused).toMatchObject({ isStreamDue: false, poll: null, wakeAt: until });
    expect(paused.shown).toMatchObject({ state: 'offline', nextAttemptAt: until });
    expect(story.at(60).wanted).toMatchObject({ isStreamDue: true });
    expect(story.wanted.poll).not.toBeNull();
  });

  it.each([
    [false, [1, 2, 4, 8, 16, 30, 30]],
    [true, [1, 1.5, 1.5, 1.5, 1.5, 1.5, 1.5]],
  ])('gets streams after growing pauses, with an open page: %s', (isPageOpen, pauses) => {
    const story = new Story({ isPageOpen, mode: 'live' });
    const waited = pauses.map(() => {
      story.failed(gone(), 'stream');
      return (story.state.streamAt - story.facts.now) / SECOND;
    });
    expect(waited).toEqual(pauses);
    expect(story.wanted).toMatchObject({ isStreamDue: false, wakeAt: story.state.streamAt });
    expect(story.tell({ kind: 'presence' }).wanted.isStreamDue).toBe(isPageOpen);
    Object.assign(story.facts, { isPageOpen: true });
    expect(story.tell({ kind: 'presence' }).wanted.isStreamDue).toBe(true);
  });

  it('on streams only is polled, which is said', () => {
    const story = new Story({ isPageOpen: true }).failed(new HttpStatusError(405), 'stream');
    expect(story.wanted.poll).not.toBeNull();
    story.answered();
    expect(story.wanted.shown).toMatchObject({
      state: 'polling',
      reason: { code: 'http-status', status: 405 },
    });
    for (let count = 0; count < 9; count += 1) story.failed(new HttpStatusError(405), 'stream');
    expect(story.state.health['a']?.away ?? null).toBeNull();
  });

  it('for a storage that is full is not to blame', () => {
    const story = new Story({ isPageOpen: true, isLive: true });
    const problem = { code: 'prices-not-stored' } as const;
    story.tell({ kind: 'news', service: 'a', isSteady: true, problem });
    expect(story.wanted.shown).toMatchObject({ state: 'live', reason: problem });
    expect(story.state.health).toEqual({});
  });

  it('an update that changes nothing changes no state', () => {
    const story = new Story({ isPageOpen: true, isLive: true }).answered();
    const event = { kind: 'news', service: 'a', isSteady: true, problem: null } as const;
    expect(after(story.state, event, story.facts)).toBe(story.state);
  });
});

describe('a feed that the service refuses', () => {
  it('is left out of the stream for an hour, and then asked for apart', () => {
    const story = new Story({ isPageOpen: true });
    story.answered({ answered: [BTC, ETH], missing: { [EUR]: 'unknown' } });
    expect(story.at(3_600, { isLive: true }).wanted).toMatchObject({
      stream: [BTC, ETH],
      poll: null,
    });
    expect(story.at(3_601).wanted).toMatchObject({
      stream: [BTC, ETH],
      poll: { batch: [], apart: [[EUR]] },
    });
    expect(story.answered({ answered: [EUR] }).wanted.stream).toEqual([BTC, ETH, EUR]);
  });

  it('is asked for apart from a refused batch, while the others stream', () => {
    const story = new Story({ isPageOpen: true, isLive: true });
    story.answered({ answered: [BTC], apart: [[ETH, EUR]] });
    expect(story.at(4).wanted).toMatchObject({ stream: [BTC], poll: null, wakeAt: NOW + 5_000 });
    expect(story.at(5).wanted.poll).toEqual({ batch: [], apart: [[ETH, EUR]] });
  });

  it('stops the connection only if all are refused', () => {
    const all = { [BTC]: 'not-covered', [ETH]: 'not-covered', [EUR]: 'not-covered' } as const;
    const story = new Story().answered({ answered: [], missing: all });
    expect(story.wanted.shown).toMatchObject({ state: 'stopped', remedy: 'connection' });
  });

  it('is not to blame if the service knows none, which is asked again after growing pauses', () => {
    const story = new Story({ isPageOpen: true });
    const pauses = [30, 60, 120, 240, 240].map(() => {
      story.answered({ answered: [], none: 'unknown' });
      const { stream, shown, wakeAt } = story.wanted;
      expect({ stream, state: shown.state }).toEqual({ stream: null, state: 'offline' });
      expect(wakeAt).toBe(shown.nextAttemptAt);
      return ((shown.nextAttemptAt ?? 0) - story.facts.now) / SECOND;
    });
    expect(pauses).toEqual([30, 60, 120, 240, 240]);
    expect(story.state.feeds.verdicts).toEqual({});
  });
});

describe('several services', () => {
  const candidates = ['a', 'b'].map((id) => ({ id, isExcluded: false }));

  it('a second attempt follows the first failure at once, and then the next service is tried', () => {
    const story = new Story({ candidates, isPageOpen: true });
    story.failed(gone(), 'stream');
    expect(story.wanted).toMatchObject({ poll: { apart: [] }, tries: [] });
    story.failed(gone());
    expect(story.wanted.tries).toEqual(['b']);
  });

  it('silence and one failure suffice', () => {
    const story = new Story({ candidates, isPageOpen: true, isLive: true, isQuiet: true });
    expect(story.tell({ kind: 'quiet' }).wanted.poll).not.toBeNull();
    expect(story.failed(gone()).wanted.tries).toEqual(['b']);
  });

  it('a request that fails while prices stream changes nothing', () => {
    const story = new Story({ candidates, isPageOpen: true, isLive: true });
    story.failed(gone()).failed(gone());
    expect(story.wanted).toMatchObject({ tries: [], shown: { state: 'live' } });
  });

  it('the feeds that one lacks come from others, as often as polls', () => {
    const story = new Story({ candidates });
    story.answered({ answered: [BTC, ETH], missing: { [EUR]: 'unknown' } });
    expect(story.wanted.supply).toEqual([EUR]);
    const answer = { updates: [], answered: [EUR], missing: {}, apart: [], none: null };
    story.tell({ kind: 'supplied', answers: new Map([['b', answer]]) });
    expect(story.wanted.supply).toEqual([]);
    expect(story.state.feeds.suppliers).toEqual({ [EUR]: 'b' });
    expect(story.at(25).wanted.supply).toEqual([EUR]);
  });
});

it('says why nothing is asked for', () => {
  expect(new Story({ ids: [] }).wanted.shown.reason).toEqual({ code: 'empty-watchlist' });
  const candidates = [{ id: 'a', isExcluded: true }];
  const paused = new Story({ candidates, isPageOpen: true }).wanted;
  expect(paused).toMatchObject({ stream: null, poll: null, shown: { state: 'stopped' } });
});
