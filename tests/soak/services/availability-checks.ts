import type { Check } from '../check.ts';
import type { Pause } from '../observations.ts';
import { isSignOfLife, LIVE_MS, PRICES_MS } from '../recoveries.ts';
import { heldBackMs } from './held-back.ts';
import { spellsWithin, type Spell } from './health.ts';
import type { ServiceLog, ServicesObservations } from './observations.ts';

// Opening the popup takes a moment before it asks for prices.
const OPENS_MS = 500;

// How long a stream lives on after the last page was closed.
const LINGER_MS = 5_000;

/** While a page is open, prices arrive at least every 2 s if any service works. */
export function checkLive(seen: ServicesObservations): Check {
  const signs = seen.changes
    .filter(({ key, isFirst }) => !isFirst && isSignOfLife(key))
    .map(({ at }) => at);
  const spans = seen.pageSpans
    .map(({ from, to }) => ({ from: from + OPENS_MS, to }))
    .filter(({ from, to }) => to > from);
  return checkGaps('live within 2 s while a page is open and a service works', seen, {
    spans,
    signs,
    limitMs: LIVE_MS,
  });
}

/** While no page is open, some service is asked for prices at least every 35 s if any works. */
export function checkPolled(seen: ServicesObservations): Check {
  const spans = seen.pageSpans.flatMap(({ to }, index) => {
    const next = seen.pageSpans[index + 1];
    return next ? [{ from: to + LINGER_MS, to: next.from }] : [];
  });
  return checkGaps('prices within 35 s otherwise', seen, {
    spans: spans.filter(({ from, to }) => to > from),
    signs: seen.services.flatMap(servedAt),
    limitMs: PRICES_MS,
  });
}

function servedAt({ requests, samples }: ServiceLog): number[] {
  const answered = requests.filter(
    ({ status, path }) => status === 200 && path.endsWith('/price/latest'),
  );
  const streaming = samples.filter(({ openStreams }) => openStreams > 0);
  return [...answered, ...streaming].map(({ at }) => at);
}

function checkGaps(
  what: string,
  { services, changes, deaths, edits, lagMs, startedAt }: ServicesObservations,
  { spans, signs, limitMs }: { spans: readonly Pause[]; signs: readonly number[]; limitMs: number },
): Check {
  const gaps = spans
    .flatMap((span) => gapsWithin(span, signs))
    .flatMap((gap) => spellsWithin(gap, services, [...deaths, ...edits]))
    .filter(({ healthy }) => healthy > 0)
    .map((spell) => ({
      ...spell,
      extraMs: spell.extraMs + heldBackMs(spell, services, changes),
    }));
  const longest = Math.max(0, ...gaps.map(lengthOf));
  return {
    what,
    found: `${spans.length} times, at most ${(longest / 1_000).toFixed(1)} s without`,
    faults: gaps
      .filter((gap) => lengthOf(gap) > limitMs + lagMs)
      .map((gap) => describe({ ...gap, startedAt, limitMs }, services)),
  };
}

/** The times between signs of life. */
function gapsWithin({ from, to }: Pause, signs: readonly number[]): Pause[] {
  const within = signs.filter((at) => at > from && at < to).toSorted((a, b) => a - b);
  const ends = [from, ...within, to];
  return ends.slice(0, -1).map((start, index) => ({ from: start, to: ends[index + 1] ?? to }));
}

function lengthOf({ from, to, extraMs }: Spell): number {
  return Math.max(0, to - from - extraMs);
}

interface Fault extends Spell {
  startedAt: number;
  limitMs: number;
}

function describe(gap: Fault, services: readonly ServiceLog[]): string {
  const { from, to, healthy, extraMs, startedAt, limitMs } = gap;
  const wrong = services.flatMap(({ name, troubles }) =>
    troubles
      .filter((trouble) => trouble.from < to && trouble.to > from)
      .map((trouble) => `${name}: ${trouble.name}`),
  );
  const at = ((from - startedAt) / 1_000).toFixed(1);
  const others = wrong.length === 0 ? 'nothing wrong' : wrong.join(', ');
  return `No prices for ${to - from} ms from ${at} s, although ${healthy} worked (${others}); ${limitMs + extraMs} ms are allowed.`;
}
