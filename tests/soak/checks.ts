import { isDeepEqual } from '../../lib/base/deep-equal.ts';
import { parseTarget } from '../../lib/domain/alerts/model/notification-target.ts';
import { toDecimal, toDecimalString } from '../../lib/domain/prices/decimal.ts';
import { unversioned } from '../tools/unversioned.ts';
import { checkLive, checkPolled, checkSwitches } from './check-availability.ts';
import { checkPauses, checkRate } from './check-requests.ts';
import { checkStates } from './check-states.ts';
import {
  checkClock,
  checkDistrust,
  checkLies,
  checkStoredTrust,
  checkTrustAgain,
  isRowVerified,
} from './check-views.ts';
import { ROW_NAMES } from './feeds.ts';
import type { Check, Observations, ServiceLog } from './observations.ts';
import { ALERT_ID, isIn } from './settings.ts';

/** Checks a run. */
export function checkRun(seen: Observations): Check[] {
  const isAlone = seen.services.length === 1;
  return [
    checkSettings(seen),
    checkFirings(seen),
    ...(seen.sleeps.length > 0 ? [checkSleeps(seen)] : []),
    checkNotifications(seen),
    checkOrder(seen),
    checkGenuine(seen),
    checkSecrets(seen),
    ...seen.services.flatMap((service) => [checkRate(service), ...checkPauses(service)]),
    checkLive(seen),
    checkPolled(seen),
    ...(isAlone
      ? [
          checkStoredTrust(seen),
          checkDistrust(seen),
          checkTrustAgain(seen),
          checkClock(seen),
          checkStates(seen),
        ]
      : [checkSwitches(seen), checkLies(seen)]),
    {
      what: 'nothing is awaited in vain, and no page fails',
      found: `${seen.errors.length} errors`,
      faults: [...seen.errors],
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

function checkFirings({ changes, firings, crossings }: Observations): Check {
  const stored = new Set(firings.map(({ id }) => id));
  const everSeen = changes
    .filter(({ key }) => key === 'firings')
    .flatMap(({ value }) => unversioned(value) as { id: string }[])
    .map(({ id }) => id);
  const lost = [...new Set(everSeen)].filter((id) => !stored.has(id));
  const ofAlert = firings.filter(({ alertId }) => alertId === ALERT_ID).length;
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
function checkSleeps({ sleeps, firings }: Observations): Check {
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

function checkNotifications({ notifications, firings }: Observations): Check {
  const repeated = notifications.filter((id, index) => notifications.indexOf(id) !== index);
  const ids = firings.map(({ id }) => id);
  const told = new Set(
    notifications.flatMap((notification) => {
      const target = parseTarget(notification);
      return target ? ids.slice(ids.indexOf(target.first), ids.indexOf(target.last) + 1) : [];
    }),
  );
  // The run may have missed a notification.
  const uncollected = firings.filter(({ id }) => !told.has(id));
  const without = uncollected.map(({ id, delivered }) => `${id} (${delivered})`).join(', ');
  return {
    what: 'each firing is notified, and none twice',
    found: `${notifications.length} notifications of ${firings.length} firings${without && `, none collected of ${without}`}`,
    faults: [
      ...repeated.map((id) => `The notification ${id} came again.`),
      ...(notifications.length > firings.length ? ['There are more than firings.'] : []),
      ...firings
        .filter(({ delivered }) => delivered === 'pending')
        .map(({ id }) => `The firing ${id} was never notified.`),
    ],
  };
}

/** A feed's publish times never fall, except that a new browser may begin with its snapshot. */
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

interface Price {
  price: string;
  expo: number;
  publishTime: number;
  proof?: { state: string };
}

/**
 * A price that is stored or shown as verified has exactly the signed value, whichever service sent
 * it.
 */
function checkGenuine({ changes, views, signed }: Observations): Check {
  const stored = new Set(signed.map(({ id, ...price }) => keyOf(`latest:${id}`, price)));
  const shown = new Set(
    signed.map(({ id, price, expo }) => {
      const decimal = toDecimal(price, expo);
      return `${ROW_NAMES[id]} ${decimal ? toDecimalString(decimal) : ''}`;
    }),
  );
  const verified = changes.filter(
    ({ key, value }) =>
      key.startsWith('latest:') && (value as Price | null)?.proof?.state === 'verified',
  );
  const rows = views.flatMap(({ rows: all }) => all.filter(isRowVerified));
  return {
    what: 'nothing is verified that was not signed',
    found: `${verified.length} prices, ${rows.length} rows`,
    faults: [
      ...verified
        .filter(({ key, value }) => !stored.has(keyOf(key, value as Price)))
        .map(({ key }) => `${key} was stored as verified, but was not signed so.`),
      ...rows
        .filter(({ name, value }) => value !== null && !shown.has(`${name} ${value}`))
        .map(({ name, value }) => `The row ${name} showed ${value} as verified.`),
    ],
  };
}

function keyOf(key: string, { price, expo, publishTime }: Omit<Price, 'proof'>): string {
  return `${key} ${price} ${expo} ${publishTime}`;
}

/** No header that the user entered for one service ever reached another one. */
function checkSecrets({ services }: Observations): Check {
  const requests = services.flatMap((service) => service.requests);
  const received = (by: ServiceLog, of: ServiceLog) =>
    by.requests.filter((request) => of.secrets.some((secret) => hasText(request, secret)));
  const own = services.flatMap((service) => received(service, service));
  return {
    what: 'each service gets its headers, and no other one’s',
    found: `${own.length} of ${requests.length} requests had one`,
    faults: [
      ...(own.length === 0 ? ['No request had a header of the user.'] : []),
      ...services.flatMap((service) =>
        services
          .filter((other) => other !== service)
          .flatMap((other) => received(service, other).map(({ path }) => ({ other, path })))
          .map(({ other, path }) => `${service.name} got a header of ${other.name} with ${path}.`),
      ),
    ],
  };
}

/** Anywhere: a secret would be as public in a URL. */
function hasText(
  { path, query, headers }: ServiceLog['requests'][number],
  secret: string,
): boolean {
  const text = [path, decodeURIComponent(query), ...Object.entries(headers).flat()].join('\n');
  return text.toLowerCase().includes(secret.toLowerCase());
}
