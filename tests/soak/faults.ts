import type {
  CodeWithoutData,
  ServiceProblem,
} from '../../lib/domain/connection/service-problem.ts';
import { buildCatalog, searchCatalog, type FeedMetadata } from '../price-service/catalog.ts';
import { TAMPERINGS, type Tampering } from '../price-service/tampering.ts';
import { pick } from './chance.ts';
import { BTC_USD, ETH_USD, EUR_USD, SOL_USD } from './feeds.ts';
import type { SoakService } from './services.ts';

/** A fault of a service for a limited time. */
export interface SoakFault {
  /** Seconds that it lasts: from … to. */
  lasts: readonly [from: number, to: number];
  /** The service still gives prices; otherwise another one should take over. */
  isLive?: boolean;
  /** Only for a single service, or only for one of several; default: for both. */
  only?: 'alone' | 'several';
  /** Allowed reasons of the connection state, besides a broken connection. */
  isReason?: (reason: ServiceProblem) => boolean;
  /** The extension may wait until its `nextAttemptAt`; otherwise it must be back soon. */
  isRefusal?: boolean;
  /** It ends only when the user changes the token. */
  needsUser?: boolean;
  /** Responses with this status ask for a pause of `ms` milliseconds. */
  penalty?: { status: number; ms: number };
  /** Only the silence of the data shows that something is wrong, after so many milliseconds. */
  noticedAfterMs?: number;
  /** Left out of runs shorter than this, in seconds. */
  leastRunSeconds?: number;
  /** Starts the fault; returns a function that ends it. `random` gives 0 ≤ x < 1. */
  begin: (service: SoakService, random: () => number) => (() => unknown) | Promise<() => unknown>;
}

/** The user's part: all services are away. */
export const AWAY = 'service away';

const STREAM = '/v2/updates/price/stream';
const HUGE_EVENT = `data: ${'x'.repeat(9 * 1024 * 1024)}`;
const FINAL_WORDS = 'event: error\ndata: Connection timeout reached (24h)\n\n';
const DAY_S = 86_400;
const NEARLY_A_DAY_S = 23 * 60 * 60;
const PAUSE_S = 3;

const BAD_EVENTS = [
  'data: {"binary": this is not JSON\n\n',
  'data: {"nonsense": true}\n\n',
  'data: []\n\ndata: null\n\ndata: "x"\n\n',
  'event: unheard-of\ndata: {}\n\n',
  'event: error\ndata: Error receiving update: Update data not found\n\n',
  'data: {"binary":{"encoding":"hex","data":["00"]},"parsed":[{"id":"__proto__"}]}\n\n',
] as const;

/** All faults, by the name that the log shows. */
export const FAULTS: Readonly<Record<string, SoakFault>> = {
  'server errors': {
    lasts: [1, 3],
    isReason: httpStatus(500, 502, 503, 504),
    begin: (service, random) =>
      service.fail({ kind: 'status', status: pick([500, 502, 503, 504], random) }),
  },
  'some requests fail': {
    lasts: [3, 5],
    only: 'alone',
    isReason: httpStatus(503),
    begin: (service) => service.fail({ kind: 'status', status: 503, share: 1 / 3 }),
  },
  'stream refused': {
    lasts: [1, 2],
    only: 'alone',
    isReason: httpStatus(400, 410, 451),
    isRefusal: true,
    begin: (service, random) =>
      service.fail({ kind: 'status', status: pick([400, 410, 451], random), path: STREAM }),
  },
  'connections reset': {
    lasts: [1, 3],
    begin: (service) => service.fail({ kind: 'reset', where: 'connection' }),
  },
  'answers cut in half': {
    lasts: [1, 3],
    only: 'alone',
    isReason: problem('invalid-answer'),
    begin: (service, random) =>
      service.fail(random() < 0.5 ? { kind: 'reset', where: 'body' } : { kind: 'truncate' }),
  },
  [AWAY]: { lasts: [1, 4], begin: goAway },
  'service away for long': {
    lasts: [9, 14],
    only: 'alone',
    leastRunSeconds: 150,
    begin: goAway,
  },
  'requests hang': {
    lasts: [2, 4],
    isReason: problem('timeout'),
    begin: (service, random) => {
      service.fail({ kind: 'hang', where: random() < 0.5 ? 'before' : 'body' });
      // Only a restart of the service ends the requests that hang.
      return async () => {
        await service.stop();
        await service.start();
      };
    },
  },
  'streams end after 24 h': {
    lasts: [1, 3],
    isLive: true,
    begin: (service) =>
      service.fail({ kind: 'stream-lines', lines: FINAL_WORDS, end: true, times: 2 }),
  },
  'bad events': {
    lasts: [1, 3],
    only: 'alone',
    isReason: problem('invalid-answer'),
    begin: (service, random) =>
      service.fail({ kind: 'stream-lines', lines: pick(BAD_EVENTS, random) }),
  },
  'an endless event': {
    lasts: [1, 2],
    only: 'alone',
    isReason: problem('invalid-answer'),
    begin: (service) =>
      service.fail({ kind: 'stream-lines', lines: HUGE_EVENT, path: STREAM, times: 1 }),
  },
  'another kind of answer': {
    lasts: [1, 2],
    only: 'alone',
    isReason: problem('invalid-answer'),
    isRefusal: true,
    begin: (service) => service.fail({ kind: 'body', body: '<html>Log in</html>' }),
  },
  slow: {
    lasts: [2, 4],
    isLive: true,
    begin: (service) => service.fail({ kind: 'delay', ms: 300 }),
  },
  '429 with Retry-After': retryAfter(429),
  '503 with Retry-After': {
    ...retryAfter(503),
    // The stream's first retry shows the status before the pause.
    isReason: (reason) => problem('paused')(reason) || httpStatus(503)(reason),
  },
  '429 whose body hangs': retryAfter(429, { body: 'Too many requests.', hangs: true }),
  '429 for a minute': {
    lasts: [1, 2],
    only: 'alone',
    isReason: problem('paused'),
    isRefusal: true,
    penalty: { status: 429, ms: 60_000 },
    leastRunSeconds: 170,
    begin: (service) => service.fail({ kind: 'status', status: 429 }),
  },
  'token refused': {
    lasts: [1, 2],
    isReason: problem('token-needed', 'token-rejected'),
    needsUser: true,
    begin: (service, random) =>
      service.fail({ kind: 'status', status: pick([401, 403], random), path: '/v2/updates/' }),
  },
  'stream falls silent': {
    lasts: [31, 32],
    isReason: problem('stream-silent'),
    noticedAfterMs: 30_000,
    leastRunSeconds: 150,
    begin: (service) => service.fail({ kind: 'silence', path: STREAM, times: 1 }),
  },
  'clock ahead': {
    lasts: [2, 4],
    only: 'alone',
    begin: (service, random) => {
      service.setClockAhead(5_000 + Math.floor(random() * 15_000));
      return () => service.setClockAhead(0);
    },
  },
  'a price from the future': {
    lasts: [1, 3],
    only: 'alone',
    begin: ({ up }) => {
      const publishTime = Math.floor(Date.now() / 1_000) + 2 * DAY_S;
      up.setPrice(EUR_USD, { price: '110000000', expo: -8, publishTime });
      return () => up.setPrice(EUR_USD, { price: '120000000', expo: -8 });
    },
  },
  'false signatures': { ...tampered(TAMPERINGS), isLive: true },
  'other signers': {
    ...tampered(['unknown-set', 'wrong-emitter', 'short-quorum']),
    only: 'alone',
  },
  'old updates again': { ...tampered(['replayed-update']), only: 'alone' },
  'Date headers 23 h ahead': {
    lasts: [3, 8],
    isLive: true,
    only: 'several',
    begin: ({ up }) => {
      up.setDateAhead(NEARLY_A_DAY_S);
      up.endStreams();
      return () => up.setDateAhead(0);
    },
  },
  'a false feed list': {
    lasts: [3, 8],
    isLive: true,
    only: 'several',
    begin: (service) =>
      service.fail({ kind: 'body', body: JSON.stringify(falseList()), path: '/v2/price_feeds' }),
  },
  '503 dated 23 h ahead': {
    lasts: [2, 4],
    only: 'several',
    isReason: httpStatus(503),
    begin: (service) => {
      service.up.setDateAhead(NEARLY_A_DAY_S);
      const end = service.fail({ kind: 'status', status: 503 });
      return () => {
        service.up.setDateAhead(0);
        end();
      };
    },
  },
};

export function faultOf(name: string): SoakFault {
  const fault = FAULTS[name];
  if (!fault) throw new Error(`no fault is called ${name}`);
  return fault;
}

/** The reasons with one of these codes. */
export function problem(...codes: readonly CodeWithoutData[]) {
  return ({ code }: ServiceProblem): boolean => codes.some((each) => each === code);
}

/** A response with one of these statuses. */
function httpStatus(...statuses: readonly number[]) {
  return (reason: ServiceProblem): boolean =>
    reason.code === 'http-status' && statuses.includes(reason.status);
}

async function goAway(service: SoakService): Promise<() => Promise<void>> {
  await service.stop();
  return () => service.start();
}

function retryAfter(status: number, body: { body?: string; hangs?: boolean } = {}): SoakFault {
  const headers = { 'retry-after': String(PAUSE_S) };
  return {
    // The stream retries after 1 s, so the pause is known before the worker is killed.
    lasts: [2, 3],
    isReason: problem('paused'),
    isRefusal: true,
    penalty: { status, ms: PAUSE_S * 1_000 },
    begin: (service) => service.fail({ kind: 'status', status, headers, ...body }),
  };
}

function tampered(tamperings: readonly Tampering[]): SoakFault {
  return {
    lasts: [2, 4],
    begin: ({ up }, random) => {
      up.tamper(pick(tamperings, random));
      return () => up.tamper(undefined);
    },
  };
}

/** The feed list with exchanged names, in which every market is closed. */
function falseList(): FeedMetadata[] {
  const exchanged: Record<string, string> = {
    [BTC_USD]: SOL_USD,
    [SOL_USD]: BTC_USD,
    [ETH_USD]: EUR_USD,
    [EUR_USD]: ETH_USD,
  };
  const feeds = searchCatalog(buildCatalog(0), {});
  const byId = new Map(feeds.map((feed) => [feed.id, feed]));
  return feeds.map(({ id, attributes }) => {
    const words = byId.get(exchanged[id] ?? id)?.attributes ?? attributes;
    return { id, attributes: { ...words, schedule: 'America/New_York;C,C,C,C,C,C,C;' } };
  });
}
