import type { ServiceProblem } from '../../lib/domain/connection/service-problem.ts';
import type { ConnectionState } from '../../lib/domain/connection/state.ts';
import type { Check } from './check.ts';
import { SOAK_FAULTS } from './faults.ts';
import type { Observations, PageSpan, Trouble } from './observations.ts';
import { problem } from './soak-fault.ts';

// How long a state may lag behind the service: a stream reconnects after 1 s.
const LAG_MS = 3_000;
// How long a fault may still be the reason after its end; a silent stream is noticed after 30 s.
const AFTERMATH_MS = 8_000;
const ANSWER_HOLDS_MS = 40_000;

/** The reasons of every broken connection, whatever broke it. */
const isCutReason = problem('unreachable', 'stream-broke');

interface Claim {
  state: string;
  reason: ServiceProblem | null;
  nextAttemptAt: number | null;
  from: number;
  to: number;
}

/** Compares the connection state that a page showed with what the service did at the time. */
export function checkStates(seen: Observations): Check {
  const claims = seen.pageSpans.flatMap((span) => claimsWithin(seen, span));
  return {
    what: 'the connection state is true in words',
    found: `${claims.length} states`,
    faults: claims.flatMap((claim) => [...judgeState(claim, seen), ...judgeReason(claim, seen)]),
  };
}

function claimsWithin({ changes }: Observations, { from, to }: PageSpan): Claim[] {
  const states = changes.filter(
    ({ key, at }) => key === 'connectionState' && at >= from && at <= to,
  );
  return states.flatMap(({ value, at }, index) => {
    if (typeof value !== 'object' || value === null) return [];
    const { state, reason, nextAttemptAt } = value as ConnectionState;
    return [{ state, reason, nextAttemptAt, from: at, to: states[index + 1]?.at ?? to }];
  });
}

function judgeState(claim: Claim, seen: Observations): string[] {
  const lasted = claim.to - claim.from;
  const said = `"${claim.state}" stood for ${lasted} ms`;
  if (lasted <= LAG_MS + seen.lagMs) return [];
  switch (claim.state) {
    case 'live':
      return longestSpan(claim, seen, (streams) => streams === 0) > LAG_MS + seen.lagMs
        ? [`${said} while no stream was open.`]
        : [];
    case 'polling':
      return wasAnswered(claim, seen) ? [] : [`${said}, but no poll had been answered.`];
    case 'offline':
    case 'connecting':
      return longestHealthySpan(claim, seen) > LAG_MS + seen.lagMs
        ? [`${said} although the service was well and its stream open.`]
        : [];
    case 'stopped':
      return seen.refusals.some(({ from, to }) => from < claim.from + LAG_MS && to > claim.from)
        ? []
        : [`${said} although no token was refused.`];
    default:
      return [`"${claim.state}" is no state.`];
  }
}

function judgeReason({ state, reason, from }: Claim, { troubles, deaths }: Observations): string[] {
  if (reason === null) return [];
  const said = JSON.stringify(reason);
  if (state === 'live') return [`"live" said ${said}.`];
  const near = troubles.filter((trouble) => mayBeReason(trouble, from));
  const isCut = isCutReason(reason);
  // A running stream ends by itself now and then, as the public service's do.
  if (isCut && (near.length > 0 || state === 'connecting' || deaths.length > 0)) return [];
  if (near.some(({ name }) => SOAK_FAULTS[name]?.isReason?.(reason))) return [];
  const during = near.map(({ name }) => name).join(', ') || 'nothing wrong';
  return [`"${state}" said ${said} during: ${during}.`];
}

function mayBeReason({ name, from, to }: Trouble, at: number): boolean {
  const aftermath = SOAK_FAULTS[name]?.penalty?.ms ?? 0;
  return at >= from && at <= to + AFTERMATH_MS + aftermath;
}

function wasAnswered({ from, to }: Claim, { arrivals }: Observations): boolean {
  return arrivals.some(
    ({ path, status, at }) =>
      status === 200 && path.endsWith('/price/latest') && at > from - ANSWER_HOLDS_MS && at < to,
  );
}

function longestHealthySpan(claim: Claim, seen: Observations): number {
  return longestSpan(
    claim,
    seen,
    (streams, at) => streams > 0 && !seen.troubles.some(({ from, to }) => at >= from && at <= to),
  );
}

/** Milliseconds of the longest stretch of the claim in which it was so. */
function longestSpan(
  { from, to }: Claim,
  { samples }: Observations,
  isSo: (openStreams: number, at: number) => boolean,
): number {
  let longest = 0;
  let since: number | undefined;
  for (const { at, openStreams } of samples) {
    if (at < from || at > to) continue;
    since = isSo(openStreams, at) ? (since ?? at) : undefined;
    if (since !== undefined) longest = Math.max(longest, at - since);
  }
  return longest;
}
