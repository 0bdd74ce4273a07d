import { checkFirings, checkNotifications, checkOrder, checkSettings } from '../checks.ts';
import type { Check } from '../check.ts';
import { checkPauses, checkRate, checkRefusals } from '../request-checks.ts';
import { checkLive, checkPolled } from './availability-checks.ts';
import type { ServicesObservations } from './observations.ts';
import { checkLies } from './lie-checks.ts';
import { checkSecrets } from './secret-checks.ts';
import { checkSwitches } from './switch-checks.ts';
import { checkGenuine } from './trust-checks.ts';

/** Checks a run with several services. */
export function checkServices(seen: ServicesObservations): Check[] {
  return [
    checkSettings(seen),
    checkFirings(seen),
    checkNotifications(seen),
    ...seen.services.flatMap((service) => {
      const { name, requests: arrivals, penalties, refusals } = service;
      const checks = [
        checkRate({ arrivals }),
        checkPauses('no request within a pause', { arrivals }, penalties),
        checkRefusals({ arrivals, refusals }),
      ];
      return checks.map((check) => ({ ...check, what: `${name}: ${check.what}` }));
    }),
    checkSecrets(seen),
    checkLive(seen),
    checkPolled(seen),
    checkSwitches(seen),
    checkOrder(seen),
    checkGenuine(seen),
    checkLies(seen),
    {
      what: 'no page fails',
      found: `${seen.pageErrors.length} errors`,
      faults: [...seen.pageErrors],
    },
  ];
}
