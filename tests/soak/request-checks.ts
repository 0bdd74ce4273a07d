import type { Check } from './check.ts';
import type { Arrival, Observations, Pause } from './observations.ts';

const MAX_REQUESTS = 10;
const WINDOW_MS = 10_000;
/** Requests may have left this long before the response arrived, milliseconds. */
export const ON_ITS_WAY_MS = 400;

// The faults that ask for a pause, by the check that covers them.
const PENALTY_FAULTS = {
  '429': ['429 with Retry-After', '429 for a minute'],
  '503 with Retry-After': ['503 with Retry-After'],
  '429 whose body hangs': ['429 whose body hangs'],
} as const;

/** The rate limit, by the times at which requests reached the service. */
export function checkRate({ arrivals }: Pick<Observations, 'arrivals'>): Check {
  const sorted = arrivals.toSorted((a, b) => a.at - b.at);
  let fullest: Arrival[] = [];
  let from = 0;
  for (const [index, { at }] of sorted.entries()) {
    while (at - (sorted[from]?.at ?? at) >= WINDOW_MS) from += 1;
    if (index - from >= fullest.length) fullest = sorted.slice(from, index + 1);
  }
  const most = fullest.length;
  const first = fullest[0]?.at ?? 0;
  const list = fullest.map(({ at, path, status }) => `${at - first} ms ${path} ${status ?? '–'}`);
  return {
    what: 'never more than 10 requests in any 10 s',
    found: `at most ${most}, ${sorted.length} in all`,
    faults: most > MAX_REQUESTS ? [`${most} requests came within 10 s: ${list.join(', ')}.`] : [],
  };
}

/** The pauses that the service asked for, one check for each way to ask. */
export function checkPenalties(seen: Observations): Check[] {
  return Object.entries(PENALTY_FAULTS).map(([way, faults]) => {
    const names: readonly string[] = faults;
    const penalties = seen.penalties.filter(({ fault }) => names.includes(fault));
    return checkPauses(`no request within a pause (${way})`, seen, penalties);
  });
}

export function checkRefusals(seen: Pick<Observations, 'arrivals' | 'refusals'>): Check {
  return checkPauses('no price call while the token is refused', seen, seen.refusals);
}

export function checkPauses(
  what: string,
  { arrivals }: Pick<Observations, 'arrivals'>,
  pauses: readonly Pause[],
): Check {
  const early = pauses.flatMap(({ from, to }) =>
    arrivals
      .filter(({ at }) => at > from + ON_ITS_WAY_MS && at < to)
      .map(({ at, path }) => `${path} came ${at - from} ms into a pause of ${to - from} ms.`),
  );
  return { what, found: `${pauses.length} pauses`, faults: early };
}
