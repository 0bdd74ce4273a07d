import { isDeepEqual } from '../../lib/deep-equal.ts';
import { checkClock } from './clock-checks.ts';
import type { Arrival, Observations, Pause } from './observations.ts';
import { checkStates } from './state-checks.ts';
import { checkDistrust, checkTrustAgain } from './trust-checks.ts';

/** One line of the report. */
export interface Check {
  what: string;
  /** What was found, in a few words. */
  found: string;
  /** Each one a sentence; empty: it holds. */
  faults: string[];
}

const MAX_REQUESTS = 10;
const WINDOW_MS = 10_000;
// A request that was on its way when the answer came.
export const ON_ITS_WAY_MS = 400;

// The faults in which the service asks for a pause, by what is checked.
const PENALTY_FAULTS = {
  '429': ['429 with Retry-After', '429 for a minute'],
  '503 with Retry-After': ['503 with Retry-After'],
  '429 whose body hangs': ['429 whose body hangs'],
} as const;

/** Judges a run. */
export function checkRun(seen: Observations): Check[] {
  return [
    checkSettings(seen),
    checkFirings(seen),
    checkNotifications(seen),
    checkRate(seen),
    ...Object.entries(PENALTY_FAULTS).map((entry) => checkPenalties(...entry, seen)),
    checkPauses('no price call while the token is refused', seen, seen.refusals),
    checkRecoveries('live again within 2 s while a page is open', seen, true),
    checkRecoveries('prices again within 35 s otherwise', seen, false),
    checkOrder(seen),
    checkClock(seen),
    checkDistrust(seen),
    checkTrustAgain(seen),
    checkStates(seen),
    {
      what: 'no page fails',
      found: `${seen.pageErrors.length} errors`,
      faults: [...seen.pageErrors],
    },
  ];
}

function checkSettings({ settings }: Observations): Check {
  return {
    what: 'no setting, watchlist or alert is lost',
    found: `${settings.length} items`,
    faults: settings
      .filter(({ wanted, found }) => !isDeepEqual(wanted, found))
      .map(({ key }) => `${key} is not what the user set last.`),
  };
}

function checkFirings({ changes, firings, crossings, alertId }: Observations): Check {
  const kept = new Set(firings.map(({ id }) => id));
  const everSeen = changes
    .filter(({ key }) => key === 'firings')
    .flatMap(({ value }) => (Array.isArray(value) ? (value as { id: string }[]) : []))
    .map(({ id }) => id);
  const lost = [...new Set(everSeen)].filter((id) => !kept.has(id));
  const ofAlert = firings.filter((firing) => firing.alertId === alertId).length;
  return {
    what: 'each crossing fires once; no firing is lost',
    found: `${ofAlert} firings of ${crossings} crossings`,
    faults: [
      ...lost.map((id) => `The firing ${id} is gone.`),
      ...(kept.size < firings.length ? ['A firing is kept twice.'] : []),
      ...(ofAlert === crossings ? [] : [`${crossings} crossings, but ${ofAlert} firings.`]),
    ],
  };
}

function checkNotifications({ notifications, firings }: Observations): Check {
  const repeated = notifications.filter((id, index) => notifications.indexOf(id) !== index);
  return {
    what: 'each firing is told, and none twice',
    found: `${notifications.length} notifications of ${firings.length} firings`,
    faults: [
      ...repeated.map((id) => `The notification ${id} came again.`),
      ...(notifications.length > firings.length ? ['There are more than firings.'] : []),
      ...firings
        .filter(({ delivered }) => delivered === 'pending')
        .map(({ id }) => `The firing ${id} was never told.`),
    ],
  };
}

function checkRate({ arrivals }: Observations): Check {
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

function checkPenalties(what: string, faults: readonly string[], seen: Observations): Check {
  const penalties = seen.penalties.filter(({ fault }) => faults.includes(fault));
  return checkPauses(`no request within a pause (${what})`, seen, penalties);
}

function checkPauses(what: string, { arrivals }: Observations, pauses: readonly Pause[]): Check {
  const early = pauses.flatMap(({ from, to }) =>
    arrivals
      .filter(({ at }) => at > from + ON_ITS_WAY_MS && at < to)
      .map(({ at, path }) => `${path} came ${at - from} ms into a pause of ${to - from} ms.`),
  );
  return { what, found: `${pauses.length} pauses`, faults: early };
}

function checkRecoveries(
  what: string,
  { recoveries, lagMs }: Observations,
  isLooking: boolean,
): Check {
  const mine = recoveries.filter((recovery) => recovery.isLooking === isLooking);
  const slowest = Math.max(0, ...mine.map(({ tookMs }) => tookMs ?? Infinity));
  return {
    what,
    found: `${mine.length} times, at most ${(slowest / 1_000).toFixed(1)} s`,
    faults: mine
      .filter(({ tookMs, limitMs }) => tookMs === null || tookMs > limitMs + lagMs)
      .map(({ after, tookMs, limitMs }) => {
        const took = tookMs === null ? 'never' : `only after ${tookMs} ms`;
        return `After "${after}" prices came ${took}; ${limitMs} ms are allowed.`;
      }),
  };
}

/** Publish times of a feed never fall; a fresh browser may begin with its last snapshot. */
function checkOrder({ changes, starts }: Observations): Check {
  const newest = new Map<string, { publishTime: number; at: number }>();
  const faults: string[] = [];
  let prices = 0;
  for (const { key, value, at, isFirst } of changes) {
    if (!key.startsWith('latest:')) continue;
    const publishTime = (value as { publishTime?: number } | null)?.publishTime;
    if (publishTime === undefined) {
      newest.delete(key);
      continue;
    }
    prices += 1;
    const before = newest.get(key);
    const isNewSession =
      before !== undefined && starts.some((start) => start > before.at && start <= at);
    if (before && publishTime < before.publishTime && !(isFirst || isNewSession)) {
      faults.push(`${key} went back by ${before.publishTime - publishTime} s.`);
    }
    newest.set(key, { publishTime, at });
  }
  return { what: 'prices never go back in time', found: `${prices} prices`, faults };
}
