import type { Check, ServiceLog, Span } from './observations.ts';

const MAX_REQUESTS = 10;
const WINDOW_MS = 10_000;
/** Requests may have left this long before the response arrived, milliseconds. */
export const ON_ITS_WAY_MS = 400;

/** The rate limit, by the times at which requests reached the service. */
export function checkRate({ name, requests }: ServiceLog): Check {
  const sorted = requests.toSorted((a, b) => a.at - b.at);
  let fullest: typeof sorted = [];
  let from = 0;
  for (const [index, { at }] of sorted.entries()) {
    while (at - (sorted[from]?.at ?? at) >= WINDOW_MS) from += 1;
    if (index - from >= fullest.length) fullest = sorted.slice(from, index + 1);
  }
  const most = fullest.length;
  const first = fullest[0]?.at ?? 0;
  const list = fullest.map(({ at, path, status }) => `${at - first} ms ${path} ${status ?? '–'}`);
  return {
    what: `${name}: never more than 10 requests in any 10 s`,
    found: `at most ${most}, ${sorted.length} in all`,
    faults: most > MAX_REQUESTS ? [`${most} requests came within 10 s: ${list.join(', ')}.`] : [],
    isTimed: true,
  };
}

/** The pauses that a service asked for, and those after it refused the token. */
export function checkPauses({ name, requests, penalties, refusals }: ServiceLog): Check[] {
  const check = (what: string, pauses: readonly Span[]): Check => ({
    what: `${name}: ${what}`,
    found: `${pauses.length} pauses`,
    faults: pauses.flatMap(({ from, to }) =>
      requests
        .filter(({ at }) => at > from + ON_ITS_WAY_MS && at < to)
        .map(({ at, path }) => `${path} came ${at - from} ms into a pause of ${to - from} ms.`),
    ),
    isTimed: true,
  });
  return [
    check('no request within a pause', penalties),
    check('no price call while the token is refused', refusals),
  ];
}
