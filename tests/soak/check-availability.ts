import { MAX_REQUESTS, WINDOW_MS } from '../../lib/storage/requests/request-budget.ts';
import { faultOf } from './faults.ts';
import type { Check, Observations, ServiceLog, Span } from './observations.ts';

/** How soon prices have to come again while a page is open, and if two services hang. */
const LIVE_MS = 5_000;
const LIVE_AFTER_TWO_MS = 8_000;
/** How soon some service has to be asked again while no page is open. */
const POLLED_MS = 35_000;
// Opening the popup takes a moment before it asks for prices.
const OPENS_MS = 500;
// How long a stream lives on after the last page was closed.
const LINGER_MS = 5_000;
// How long after its trouble a service may still be left: with a page, at once; without one, at the
// next alarm.
const AFTERMATH_MS = 35_000;
// A recovered service must work for this long before it replaces a working one.
const PROVES_ITSELF_MS = 30_000;

/** Whether a change of this item shows that a service answered. */
export function isSignOfLife(key: string): boolean {
  return key === 'lastAskedAt' || key.startsWith('latest:');
}

/** While a page is open, prices arrive if any service works. */
export function checkLive(seen: Observations): Check {
  const spans = seen.pageSpans.map(({ from, to }) => ({ from: from + OPENS_MS, to }));
  const signs = seen.changes.filter(({ key, isFirst }) => !isFirst && isSignOfLife(key));
  return checkGaps('live within 5 s while a page is open, 8 s if two services hang', seen, {
    spans,
    signs: signs.map(({ at }) => at),
    limitOf: (gap) => (countHanging(gap, seen) > 1 ? LIVE_AFTER_TWO_MS : LIVE_MS),
  });
}

/** While no page is open, some service is asked for prices if any works. */
export function checkPolled(seen: Observations): Check {
  const spans = seen.pageSpans.flatMap(({ to }, index) => {
    const next = seen.pageSpans[index + 1];
    return next ? [{ from: to + LINGER_MS, to: next.from }] : [];
  });
  return checkGaps('prices within 35 s otherwise', seen, {
    spans,
    signs: seen.services.flatMap(servedAt),
    limitOf: () => POLLED_MS,
  });
}

function servedAt({ requests, samples }: ServiceLog): number[] {
  const answered = requests.filter(
    ({ status, path }) => status === 200 && path.endsWith('/price/latest'),
  );
  const streaming = samples.filter(({ openStreams }) => openStreams > 0);
  return [...answered, ...streaming].map(({ at }) => at);
}

function countHanging({ from, to }: Span, { services }: Observations): number {
  return services.filter(({ troubles }) =>
    troubles.some(
      (trouble) => /hang/.test(trouble.fault) && trouble.from < to && trouble.to > from - LIVE_MS,
    ),
  ).length;
}

interface Gaps {
  spans: readonly Span[];
  signs: readonly number[];
  limitOf: (gap: Span) => number;
}

function checkGaps(what: string, seen: Observations, { spans, signs, limitOf }: Gaps): Check {
  const real = spans.filter(({ from, to }) => to > from);
  const gaps = real
    .flatMap((span) => gapsWithin(span, signs))
    .flatMap((gap) => healthySpells(gap, seen))
    .map((gap) => ({ ...gap, lengthMs: gap.to - gap.from - allowanceMs(gap, seen) }));
  const longest = Math.max(0, ...gaps.map(({ lengthMs }) => lengthMs));
  return {
    what,
    found: `${real.length} times, at most ${(longest / 1_000).toFixed(1)} s without`,
    faults: gaps
      .filter((gap) => gap.lengthMs > limitOf(gap) + seen.lagMs)
      .map(({ from, to, lengthMs }) => {
        const wrong = seen.services.flatMap(({ name, troubles }) =>
          troubles
            .filter((trouble) => trouble.from < to && trouble.to > from - LIVE_MS)
            .map(({ fault }) => `${name}: ${fault}`),
        );
        const at = ((from - seen.startedAt) / 1_000).toFixed(1);
        return `No prices for ${to - from} ms (${lengthMs} ms of it not allowed for) from ${at} s (${wrong.join(', ') || 'nothing wrong'}).`;
      }),
    isTimed: true,
  };
}

/** The times between signs of life. */
function gapsWithin({ from, to }: Span, signs: readonly number[]): Span[] {
  const within = signs.filter((at) => at > from && at < to).toSorted((a, b) => a - b);
  const ends = [from, ...within, to];
  return ends.slice(0, -1).map((start, index) => ({ from: start, to: ends[index + 1] ?? to }));
}

/** The periods in which a service could not give prices, or need not if it is the only one. */
function awayTimes({ troubles, penalties, refusals }: ServiceLog, isAlone: boolean): Span[] {
  const away = troubles.filter(({ fault }) => isAlone || !faultOf(fault).isLive);
  return [...away, ...penalties, ...refusals];
}

/**
 * The parts of a time span in which a service works. A new part begins when one fails, because it
 * may have been the one in use, when one returns after none worked, when the worker ends, the
 * settings change or the clock is set.
 */
function healthySpells({ from, to }: Span, seen: Observations): Span[] {
  const { services, deaths, edits, clockSteps } = seen;
  const times = services.map((service) => awayTimes(service, services.length === 1));
  const healthyAt = (at: number): number =>
    times.filter((away) => !away.some((time) => time.from <= at && at < time.to)).length;
  const fails = times.flat().map((time) => time.from);
  const returns = times.flat().map((time) => time.to);
  const cuts = [
    ...fails,
    ...returns.filter((at) => healthyAt(at - 1) === 0),
    ...deaths,
    ...edits,
    ...clockSteps.map(({ at }) => at),
  ];
  const ends = [from, ...cuts.filter((at) => at > from && at < to), to].toSorted((a, b) => a - b);
  return ends
    .slice(0, -1)
    .map((start, index) => ({ from: start, to: ends[index + 1] ?? to }))
    .filter((spell) => spell.to > spell.from && healthyAt(spell.from) > 0);
}

/** How much longer the worker may take, milliseconds. */
function allowanceMs(spell: Span, seen: Observations): number {
  return noticeMs(spell, seen) + Math.max(heldBackMs(spell, seen), announcedMs(spell, seen));
}

function noticeMs({ from, to }: Span, { services }: Observations): number {
  const current = services.flatMap(({ troubles }) =>
    troubles.filter((trouble) => trouble.from < to && trouble.to > from),
  );
  return Math.max(0, ...current.map(({ fault }) => faultOf(fault).noticedAfterMs ?? 0));
}

/** A single service that refused may be left alone until the attempt that the page announces. */
function announcedMs({ from, to }: Span, { services, changes, clockSteps }: Observations): number {
  const [service, other] = services;
  const before = service?.troubles.findLast((trouble) => trouble.from < to);
  if (other || !before || !faultOf(before.fault).isRefusal) return 0;
  const states = changes.filter(
    ({ key, at }) => key === 'connectionState' && at >= before.from && at <= to,
  );
  const announced = states.map(({ value, at }) => {
    const next = (value as { nextAttemptAt?: number | null } | null)?.nextAttemptAt ?? 0;
    return next === 0 ? 0 : next - clockOffsetAt(at, clockSteps);
  });
  return Math.max(0, Math.min(to, Math.max(0, ...announced)) - from);
}

/** By how much the extension's clock was ahead, milliseconds. */
function clockOffsetAt(at: number, steps: Observations['clockSteps']): number {
  return steps.filter((step) => step.at <= at).reduce((sum, { stepMs }) => sum + stepMs, 0);
}

/**
 * How long the rate limits forbid every request to all working services, in milliseconds from the
 * beginning of the spell. While no service worked, each was tried as often as allowed.
 */
function heldBackMs({ from, to }: Span, { services, changes }: Observations): number {
  const isAlone = services.length === 1;
  const working = services.filter((service) =>
    awayTimes(service, isAlone).every((away) => away.from > from || away.to <= from),
  );
  const delays = working.map(({ origin }) => {
    const freeAt = changes
      .filter(({ key, at }) => key === 'requestBudget' && at > from - WINDOW_MS && at <= to)
      .map(({ at, value }) => at + remainingMs(value, origin));
    return Math.max(0, ...freeAt.map((at) => Math.min(at, to) - from));
  });
  return working.length === 0 ? 0 : Math.min(...delays);
}

/** How long after the last counted request the limit forbids the next one, milliseconds. */
function remainingMs(stored: unknown, origin: string): number {
  const budgets = (stored as { value?: Record<string, { sentAt: number[] }> } | null)?.value ?? {};
  const sentAt = budgets[origin]?.sentAt ?? [];
  const [oldest, newest] = [sentAt.at(-MAX_REQUESTS), sentAt.at(-1)];
  return oldest === undefined || newest === undefined ? 0 : oldest + WINDOW_MS - newest;
}

/** The stored choice of a service, as far as it is used here. */
interface Stored {
  id?: string;
  reason?: { problem?: { code?: string } } | null;
  since?: number;
}

/** A service is left only for a reason, and not for one that may fail again at once. */
export function checkSwitches({ changes, services, edits, startedAt }: Observations): Check {
  const choices = changes.flatMap(({ key, value, at: seenAt, isFirst }) => {
    if (key !== 'activeService') return [];
    const { id, reason, since } = (value ?? {}) as Stored;
    // While no page was open, nobody saw the change.
    const at = isFirst && since !== undefined ? Math.min(seenAt, since) : seenAt;
    const place = services.findIndex((service) => service.id === id);
    const service = services[place];
    return service ? [{ at, place, service, reason }] : [];
  });
  const switches = choices.slice(1).flatMap((to, index) => {
    const from = choices[index];
    return from && from.place !== to.place ? [{ from, to }] : [];
  });
  const faults = switches.flatMap(({ from, to }) => {
    const { at, reason } = to;
    const isEdited = edits.some((edit) => edit > at - AFTERMATH_MS && edit <= at);
    const budget = changes.findLast((each) => each.key === 'requestBudget' && each.at <= at);
    const isHeldBack =
      reason?.problem?.code === 'paused' && remainingMs(budget?.value, from.service.origin) > 0;
    if (hasBeenAway(from.service, at - AFTERMATH_MS, at) || isEdited || isHeldBack) return [];
    const when = ((at - startedAt) / 1_000).toFixed(1);
    const what = `${from.service.name} was left for ${to.service.name} at ${when} s`;
    if (to.place > from.place) {
      return [`${what}, although it worked; stored reason: ${JSON.stringify(reason)}.`];
    }
    const isNew = hasBeenAway(to.service, at - PROVES_ITSELF_MS, at);
    return isNew ? [`${what}, which had not worked for long.`] : [];
  });
  return {
    what: 'services are switched only for a reason',
    found: `${switches.length} switches`,
    faults,
    isTimed: true,
  };
}

function hasBeenAway(service: ServiceLog, from: number, to: number): boolean {
  return awayTimes(service, false).some((time) => time.from <= to && time.to > from);
}
