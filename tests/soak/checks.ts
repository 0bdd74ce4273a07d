import { parseTarget } from '../../lib/domain/alerts/model/notification-target.ts';
import { isDeepEqual } from '../../lib/base/deep-equal.ts';
import type { Check } from './check.ts';
import { checkClock } from './clock-checks.ts';
import { isIn } from './crossings.ts';
import type { Observations } from './observations.ts';
import { checkPenalties, checkRate, checkRefusals } from './request-checks.ts';
import { checkStates } from './state-checks.ts';
import { checkDistrust, checkTrustAgain } from './trust-checks.ts';

/** Checks a run. */
export function checkRun(seen: Observations): Check[] {
  return [
    checkSettings(seen),
    checkFirings(seen),
    checkSleeps(seen),
    checkNotifications(seen),
    checkRate(seen),
    ...checkPenalties(seen),
    checkRefusals(seen),
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

export function checkSettings({ settings }: Pick<Observations, 'settings'>): Check {
  return {
    what: 'no setting, watchlist or alert is lost',
    found: `${settings.length} items`,
    faults: settings
      .filter(({ wanted, found }) => !isDeepEqual(wanted, found))
      .map(({ key }) => `${key} is not what the user set last.`),
  };
}

export function checkFirings({
  changes,
  firings,
  crossings,
  alertId,
}: Pick<Observations, 'changes' | 'firings' | 'crossings' | 'alertId'>): Check {
  const stored = new Set(firings.map(({ id }) => id));
  const everSeen = changes
    .filter(({ key }) => key === 'firings')
    .flatMap(({ value }) => (Array.isArray(value) ? (value as { id: string }[]) : []))
    .map(({ id }) => id);
  const lost = [...new Set(everSeen)].filter((id) => !stored.has(id));
  const ofAlert = firings.filter((firing) => firing.alertId === alertId).length;
  return {
    what: 'each crossing fires once; no firing is lost',
    found: `${ofAlert} firings of ${crossings} crossings`,
    faults: [
      ...lost.map((id) => `The firing ${id} is gone.`),
      ...(stored.size < firings.length ? ['A firing is stored twice.'] : []),
      ...(ofAlert === crossings ? [] : [`${crossings} crossings, but ${ofAlert} firings.`]),
    ],
  };
}

/** A crossing while the browser was closed is found, with one firing, or at least mentioned. */
function checkSleeps({ sleeps = [], firings }: Observations): Check {
  const found = sleeps.map((sleep) => firings.filter((firing) => isIn(sleep, firing)));
  const proven = found.map((all) => all.filter(({ missed }) => !missed));
  const mentioned = found.flat().length - proven.flat().length;
  return {
    what: 'a crossing during a sleep is found once, or mentioned',
    found: `${sleeps.length} sleeps, ${proven.flat().length} proven, ${mentioned} mentioned`,
    faults: [
      ...found.filter((all) => all.length === 0).map(() => 'A crossing is lost.'),
      ...proven.filter((all) => all.length > 1).map(() => 'A crossing triggered twice.'),
    ],
  };
}

export function checkNotifications({
  notifications,
  firings,
}: Pick<Observations, 'notifications' | 'firings'>): Check {
  const repeated = notifications.filter((id, index) => notifications.indexOf(id) !== index);
  const uncollected = notCollected({ notifications, firings });
  const without = uncollected.length === 0 ? '' : `, none collected of ${uncollected.join(', ')}`;
  return {
    what: 'each firing is notified, and none twice',
    found: `${notifications.length} notifications of ${firings.length} firings${without}`,
    faults: [
      ...repeated.map((id) => `The notification ${id} came again.`),
      ...(notifications.length > firings.length ? ['There are more than firings.'] : []),
      ...firings
        .filter(({ delivered }) => delivered === 'pending')
        .map(({ id }) => `The firing ${id} was never notified.`),
    ],
  };
}

/** The firings whose notification was not seen, each with its delivery: the run may have missed it. */
function notCollected({
  notifications,
  firings,
}: Pick<Observations, 'notifications' | 'firings'>): string[] {
  const ids = firings.map(({ id }) => id);
  const told = new Set(
    notifications.flatMap((notification) => {
      const target = parseTarget(notification);
      return target ? ids.slice(ids.indexOf(target.first), ids.indexOf(target.last) + 1) : [];
    }),
  );
  return firings
    .filter(({ id }) => !told.has(id))
    .map(({ id, delivered }) => `${id} (${delivered})`);
}

function checkRecoveries(
  what: string,
  { recoveries, lagMs }: Observations,
  isPageOpen: boolean,
): Check {
  const mine = recoveries.filter((recovery) => recovery.isPageOpen === isPageOpen);
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

/** A feed's publish times never fall, except that a new browser may begin with its snapshot. */
export function checkOrder({ changes, starts }: Pick<Observations, 'changes' | 'starts'>): Check {
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
