import type { Check } from '../check.ts';
import { awayTimes } from './health.ts';
import type { ServiceLog, ServicesObservations } from './observations.ts';

// How long after its trouble a service may still be left: with a page, at once; without one, at the
// next alarm.
const AFTERMATH_MS = 35_000;

// A service that works again has to prove itself for so long before one that works is left for it.
const PROVES_ITSELF_MS = 30_000;

interface Switch {
  at: number;
  from: ServiceLog;
  to: ServiceLog;
  /** Whether the user prefers the new one. */
  isReturn: boolean;
}

/** A service is left only for a reason, and not for one that may fail again at once. */
export function checkSwitches(seen: ServicesObservations): Check {
  const switches = switchesOf(seen);
  return {
    what: 'services are switched only for a reason',
    found: `${switches.length} switches`,
    faults: switches.flatMap((change) => judgeSwitch(change, seen)),
  };
}

function switchesOf({ changes, services }: ServicesObservations): Switch[] {
  const choices = changes.flatMap(({ key, value, at }) => {
    if (key !== 'activeService') return [];
    const { id } = (value ?? {}) as { id?: string };
    const place = services.findIndex((service) => service.id === id);
    const service = services[place];
    return service ? [{ at, place, service }] : [];
  });
  return choices.slice(1).flatMap(({ at, place, service: to }, index) => {
    const before = choices[index];
    if (!before || before.place === place) return [];
    return [{ at, from: before.service, to, isReturn: place < before.place }];
  });
}

function judgeSwitch(
  { at, from, to, isReturn }: Switch,
  { edits }: ServicesObservations,
): string[] {
  const wasAway = hasBeenAway(from, at - AFTERMATH_MS, at);
  const isEdited = edits.some((edit) => edit > at - AFTERMATH_MS && edit <= at);
  if (wasAway || isEdited) return [];
  if (!isReturn) return [`${from.name} was left for ${to.name}, although it worked.`];
  return hasBeenAway(to, at - PROVES_ITSELF_MS, at)
    ? [`${from.name} was left for ${to.name}, which had not worked for long.`]
    : [];
}

function hasBeenAway(service: ServiceLog, from: number, to: number): boolean {
  return awayTimes(service).some((time) => time.from <= to && time.to > from);
}
