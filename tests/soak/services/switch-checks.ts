import type { Check } from '../check.ts';
import { awayTimes } from './health.ts';
import { isSpentAt } from './held-back.ts';
import type { ServiceLog, ServicesObservations } from './observations.ts';

// How long after its trouble a service may still be left: with a page, at once; without one, at the
// next alarm.
const AFTERMATH_MS = 35_000;

// A recovered service must work for this long before it replaces a working one.
const PROVES_ITSELF_MS = 30_000;

interface Switch {
  at: number;
  from: ServiceLog;
  to: ServiceLog;
  /** Whether the user prefers the new one. */
  isReturn: boolean;
  /** As the extension stored it. */
  reason: unknown;
}

/** The stored choice, as far as it is used here. */
interface Stored {
  id?: string;
  reason?: unknown;
  since?: number;
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
  const choices = changes.flatMap(({ key, value, at: seenAt, isFirst }) => {
    if (key !== 'activeService') return [];
    const { id, reason, since } = (value ?? {}) as Stored;
    // While no page was open, nobody saw the change.
    const at = isFirst && since !== undefined ? Math.min(seenAt, since) : seenAt;
    const place = services.findIndex((service) => service.id === id);
    const service = services[place];
    return service ? [{ at, place, service, reason }] : [];
  });
  return choices.slice(1).flatMap(({ at, place, service: to, reason }, index) => {
    const before = choices[index];
    if (!before || before.place === place) return [];
    return [{ at, from: before.service, to, isReturn: place < before.place, reason }];
  });
}

function judgeSwitch(
  { at, from, to, isReturn, reason }: Switch,
  { edits, changes, startedAt }: ServicesObservations,
): string[] {
  const wasAway = hasBeenAway(from, at - AFTERMATH_MS, at);
  const isEdited = edits.some((edit) => edit > at - AFTERMATH_MS && edit <= at);
  const isHeldBack = codeOf(reason) === 'paused' && isSpentAt(at, from.origin, changes);
  if (wasAway || isEdited || isHeldBack) return [];
  const what = `${from.name} was left for ${to.name} at ${((at - startedAt) / 1_000).toFixed(1)} s`;
  if (!isReturn) return [`${what}, although it worked; stored reason: ${JSON.stringify(reason)}.`];
  return hasBeenAway(to, at - PROVES_ITSELF_MS, at)
    ? [`${what}, which had not worked for long.`]
    : [];
}

function codeOf(reason: unknown): string | undefined {
  return (reason as { problem?: { code?: string } } | null)?.problem?.code;
}

function hasBeenAway(service: ServiceLog, from: number, to: number): boolean {
  return awayTimes(service).some((time) => time.from <= to && time.to > from);
}
