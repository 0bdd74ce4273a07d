import { describe, expect, it } from 'vitest';
import type { RequestRecord } from '../../price-service/server.ts';
import { checkServices } from '../../soak/services/checks.ts';
import type { Change } from '../../soak/recording.ts';
import type { ServiceLog, ServicesObservations } from '../../soak/services/observations.ts';
import { viewOf } from './any-run.ts';

// A check that cannot fail proves nothing, so each gets a run that breaks it.

const T0 = 1_800_000_000_000;
const ID = 'e62df6';
const VERIFIED = 'Verified: 3 of 5 signers · Soak (added by you)';
const SECONDS = Array.from({ length: 60 }, (_, index) => index);

/** A page is open for 60 s, then none for 60 s, then one again. */
const GOOD: ServicesObservations = {
  startedAt: T0,
  services: [
    service('service 1', { requests: [request(0, 'stream', { 'x-1': 'key-1' })] }),
    service('service 2', { requests: [request(62_000), request(90_000)] }),
  ],
  pageSpans: [
    { from: T0, to: T0 + 60_000 },
    { from: T0 + 120_000, to: T0 + 121_000 },
  ],
  changes: SECONDS.map((second) => price(second * 1_000, second)),
  views: [viewOf(500, { 'BTC/USD': [VERIFIED] })],
  deaths: [],
  starts: [T0 - 1],
  edits: [],
  lagMs: 50,
  settings: [{ key: 'watchlist', wanted: ['a'], found: ['a'] }],
  crossings: 1,
  alertId: 'alert',
  firings: [{ id: 'f1', alertId: 'alert', delivered: 'notification' }],
  notifications: ['n1'],
  pageErrors: [],
  signed: SECONDS.map((second) => ({ id: ID, price: '1', expo: 0, publishTime: second })),
  names: { [ID]: 'BTC/USD' },
};

function service(name: string, others: Partial<ServiceLog> = {}): ServiceLog {
  const key = name.replace('service ', '');
  return {
    id: key,
    name,
    origin: `http://${key}.example`,
    requests: [],
    troubles: [],
    penalties: [],
    refusals: [],
    samples: [],
    secrets: [`x-${key}`, `key-${key}`],
    ...others,
  };
}

function request(
  after: number,
  call = 'latest',
  headers: Record<string, string> = {},
): RequestRecord {
  const path = `/v2/updates/price/${call}`;
  const at = T0 + after;
  return { at, endedAt: at, method: 'GET', path, query: '', ids: [], headers, status: 200 };
}

function price(after: number, publishTime: number, others: object = {}) {
  const value = { price: '1', expo: 0, publishTime, proof: { state: 'verified' }, ...others };
  return { at: T0 + after, key: `latest:${ID}`, value, isFirst: false };
}

function trouble(from: number, to: number, name = 'service away') {
  return { name, from: T0 + from, to: T0 + to };
}

function active(after: number, id: string) {
  return { at: T0 + after, key: 'activeService', value: { id }, isFirst: false };
}

/** A choice that was made earlier, when a page begins to look. */
function found(after: number, id: string, since: number) {
  return {
    at: T0 + after,
    key: 'activeService',
    value: { id, since: T0 + since },
    isFirst: true,
  };
}

/** The good run, with prices from these services in turn. */
function used(...choices: [after: number, id: string][]): Partial<ServicesObservations> {
  const others = choices.map(([after, id]) => active(after, id));
  return { changes: [...GOOD.changes, ...others].toSorted((a, b) => a.at - b.at) };
}

/** The good run, with these changes of its services. */
function withServices(...changes: Partial<ServiceLog>[]): Partial<ServicesObservations> {
  return {
    services: GOOD.services.map((log, place) => ({ ...log, ...changes[place] })),
  };
}

/** The good run without any price in these seconds. */
function silent(from: number, to: number): Partial<ServicesObservations> {
  const isHeard = ({ at }: { at: number }): boolean => at <= T0 + from || at >= T0 + to;
  return { changes: GOOD.changes.filter(isHeard) };
}

/** After none worked, service 2 is there again at 11 s, and its prices at 14 s. */
function returning(budget: Change): Partial<ServicesObservations> {
  const { changes = [] } = silent(9_000, 14_000);
  return {
    changes: [...changes, budget],
    ...withServices({ troubles: [trouble(8_000, 30_000)] }, { troubles: [trouble(9_000, 11_000)] }),
  };
}

/** A budget as it is stored when the last of its requests is sent. @param ages in seconds */
function sent(after: number, id: string, ages: readonly number[]) {
  const sentAt = ages.map((seconds) => T0 + after - seconds * 1_000);
  const value = { $version: 2, value: { [`http://${id}.example`]: { sentAt, pausedUntil: 0 } } };
  return { at: T0 + after, key: 'requestBudget', value, isFirst: false };
}

function broken(change: Partial<ServicesObservations>): string[] {
  return checkServices({ ...GOOD, ...change })
    .filter(({ faults }) => faults.length > 0)
    .map(({ what }) => what);
}

const NO_PROOF = { proof: undefined };
const SWITCHED = /only for a reason/;
const LIVE = /live within 2 s/;
const POLLED = /within 35 s/;

describe('the checks of a run with several services', () => {
  it('pass for a good one', () => {
    expect(broken({})).toEqual([]);
  });

  it.each<[string, RegExp, Partial<ServicesObservations>]>([
    ['a lost setting', /setting/, { settings: [{ key: 'a', wanted: 1, found: undefined }] }],
    ['a missed crossing', /crossing/, { crossings: 2 }],
    ['a repeated notification', /twice/, { notifications: ['n1', 'n1'] }],
    ['a price that goes back', /back in time/, { changes: [...GOOD.changes, price(59_500, 5)] }],
    ['a page that failed', /page fails/, { pageErrors: ['TypeError'] }],
    [
      '11 requests in 10 s at one service',
      /service 2: never more than 10/,
      withServices(
        {},
        {
          requests: [
            ...served(),
            ...SECONDS.slice(0, 11).map((second) => request(62_000 + second * 999)),
          ],
        },
      ),
    ],
    [
      'a request within a pause of that service',
      /service 2: no request within a pause/,
      withServices(
        {},
        { penalties: [{ fault: '429 with Retry-After', from: T0 + 61_000, to: T0 + 63_000 }] },
      ),
    ],
    [
      'a call with the token that this service refused',
      /service 1: no price call while/,
      withServices({ refusals: [{ from: T0 - 1_000, to: T0 + 100 }] }),
    ],
    [
      'a value of another service',
      /no header/,
      withServices({}, { requests: [...served(), request(95_000, 'latest', { a: 'key-1' })] }),
    ],
    [
      'a header name of another service',
      /no header/,
      withServices({}, { requests: [...served(), request(95_000, 'latest', { 'x-1': 'b' })] }),
    ],
    [
      'a value of another service in a URL',
      /no header/,
      withServices({}, { requests: [...served(), request(95_000, 'latest?key-1')] }),
    ],
    ['silence without a reason', LIVE, silent(10_000, 13_000)],
    [
      'a switch that takes too long',
      LIVE,
      { ...silent(10_000, 14_000), ...withServices({ troubles: [trouble(10_500, 20_000)] }) },
    ],
    [
      'a return of the only service that takes too long',
      LIVE,
      {
        ...silent(10_000, 20_000),
        ...withServices(
          { troubles: [trouble(10_000, 30_000)] },
          { troubles: [trouble(10_000, 17_000)] },
        ),
      },
    ],
    [
      'a return that takes longer than the rate limit delays it',
      LIVE,
      returning(sent(10_000, '2', [10, 9, 6, 5, 4, 3, 2, 0])),
    ],
    [
      'a return although only the rate limit of another service delays it',
      LIVE,
      returning(sent(10_000, '1', [8, 7, 6, 5, 4, 3, 2, 0])),
    ],
    [
      'a service that fails twice while the other one works',
      LIVE,
      {
        ...silent(10_000, 16_000),
        ...withServices({ troubles: [trouble(10_500, 12_400), trouble(12_450, 14_300)] }),
      },
    ],
    ['no poll while no page is open', POLLED, withServices({}, { requests: [] })],
    [
      'no poll after the first service failed',
      POLLED,
      withServices({ troubles: [trouble(61_000, 110_000)] }, { requests: [] }),
    ],
    ['a switch without a reason', SWITCHED, used([0, '1'], [20_000, '2'])],
    [
      'a switch without a reason while no page was open',
      SWITCHED,
      {
        ...used([0, '1']),
        changes: [...(used([0, '1']).changes ?? []), found(119_000, '2', 110_000)],
        ...withServices({ troubles: [trouble(61_000, 63_000)] }),
      },
    ],
    [
      'a switch long after the trouble',
      SWITCHED,
      {
        ...used([0, '1'], [50_000, '2']),
        ...withServices({ troubles: [trouble(10_000, 12_000)] }),
      },
    ],
    [
      'a return to a service that has just come back',
      SWITCHED,
      {
        ...used([0, '2'], [50_000, '1']),
        ...withServices({ troubles: [trouble(10_000, 40_000)] }),
      },
    ],
    [
      'a stored price that nobody signed',
      /not signed/,
      { changes: [...GOOD.changes, price(59_500, 59, { price: '2' })] },
    ],
    [
      'a stored price that was signed for another time',
      /not signed/,
      { changes: [...GOOD.changes, price(59_500, 77)] },
    ],
    [
      'a shown price that nobody signed',
      /not signed/,
      { signed: [], changes: SECONDS.map((second) => price(second * 1_000, second, NO_PROOF)) },
    ],
  ])('fail for %s', (_, what, change) => {
    expect(broken(change)).toEqual([expect.stringMatching(what)]);
  });

  it.each<[string, Partial<ServicesObservations>]>([
    [
      'silence while no service works',
      {
        ...silent(10_000, 19_000),
        ...withServices(
          { troubles: [trouble(10_500, 30_000)] },
          { troubles: [trouble(10_100, 17_500)] },
        ),
      },
    ],
    [
      'a return that the rate limit of that service delays',
      returning(sent(10_000, '2', [8, 7, 6, 5, 4, 3, 2, 0])),
    ],
    [
      'silence within a pause of the only service left',
      {
        ...silent(10_000, 19_000),
        ...withServices(
          { troubles: [trouble(10_500, 30_000)] },
          { penalties: [{ fault: '', from: T0 + 10_100, to: T0 + 17_500 }] },
        ),
      },
    ],
    [
      'a second failure that begins while the worker switches',
      {
        ...silent(10_000, 14_000),
        ...withServices(
          { troubles: [trouble(10_500, 20_000)] },
          { troubles: [trouble(12_200, 13_000)] },
        ),
      },
    ],
    [
      'a silent stream, which takes half a minute to notice',
      {
        ...silent(10_000, 41_500),
        ...withServices({ troubles: [trouble(10_200, 45_000, 'stream falls silent')] }),
      },
    ],
    ['silence after the death of the worker', { ...silent(10_000, 13_000), deaths: [T0 + 11_500] }],
    [
      'a switch from a service in trouble, and a return much later',
      {
        ...used([0, '1'], [10_500, '2'], [50_000, '1']),
        ...withServices({ troubles: [trouble(10_000, 15_000)] }),
      },
    ],
    [
      'a switch while no page was open, which the next page finds',
      {
        ...used([0, '1']),
        changes: [...(used([0, '1']).changes ?? []), found(119_000, '2', 62_000)],
        ...withServices({ troubles: [trouble(61_000, 63_000)] }),
      },
    ],
    [
      'a return at once if the other one is in trouble as well',
      {
        ...used([0, '2'], [17_000, '1']),
        ...withServices(
          { troubles: [trouble(10_000, 15_000)] },
          { troubles: [trouble(16_500, 20_000)] },
        ),
      },
    ],
    [
      'a return after the user changed the settings',
      {
        ...used([0, '2'], [17_000, '1']),
        ...withServices({ troubles: [trouble(10_000, 15_000)] }),
        edits: [T0 + 16_900],
      },
    ],
    ['figures that are not verified', { changes: [...GOOD.changes, unverified()] }],
  ])('accept %s', (_, change) => {
    expect(broken(change)).toEqual([]);
  });
});

function served(): RequestRecord[] {
  return [...(GOOD.services[1]?.requests ?? [])];
}

function unverified() {
  return price(59_500, 59, { price: '2', proof: { state: 'unchecked' } });
}
