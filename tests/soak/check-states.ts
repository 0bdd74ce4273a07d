import type { ServiceProblem } from '../../lib/domain/connection/service-problem.ts';
import type { ConnectionState } from '../../lib/domain/connection/state.ts';
import { faultOf, problem } from './faults.ts';
import type { Check, Observations, ServiceLog, Span, Trouble } from './observations.ts';

// How long a state may lag behind the service: a stream reconnects after 1 s.
const LAG_MS = 3_000;
// How long a fault may still be the reason after its end; a silent stream is noticed after 30 s.
const AFTERMATH_MS = 8_000;
const ANSWER_HOLDS_MS = 40_000;

/** The reasons of every broken connection, whatever broke it. */
const isCutReason = problem('unreachable', 'stream-broke');

interface Claim extends Span {
  state: string;
  reason: ServiceProblem | null;
}

/** Compares the connection state that a page showed with what the only service did at the time. */
export function checkStates(seen: Observations): Check {
  const [service] = seen.services;
  if (!service) throw new TypeError('a run has a service');
  const claims = seen.pageSpans.flatMap((span) => claimsWithin(seen, span));
  return {
    what: 'the connection state is true in words',
    found: `${claims.length} states`,
    faults: claims.flatMap((claim) => {
      const reason = judgeReason(claim, service, seen);
      return [judgeState(claim, service, seen), reason].filter((fault) => fault !== null);
    }),
    isTimed: true,
  };
}

function claimsWithin({ changes }: Observations, { from, to }: Span): Claim[] {
  const states = changes.filter(
    ({ key, at }) => key === 'connectionState' && at >= from && at <= to,
  );
  return states.flatMap(({ value, at }, index) => {
    if (typeof value !== 'object' || value === null) return [];
    const { state, reason } = value as ConnectionState;
    return [{ state, reason, from: at, to: states[index + 1]?.at ?? to }];
  });
}

function judgeState(claim: Claim, service: ServiceLog, { lagMs }: Observations): string | null {
  const { state, from, to } = claim;
  const allowedMs = LAG_MS + lagMs;
  if (to - from <= allowedMs) return null;
  const said = `"${state}" stood for ${to - from} ms`;
  switch (state) {
    case 'live':
      return longest(claim, service, (streams) => streams === 0) > allowedMs
        ? `${said} while no stream was open.`
        : null;
    case 'polling':
      return service.requests.some(
        ({ path, status, at }) =>
          status === 200 &&
          path.endsWith('/price/latest') &&
          at > from - ANSWER_HOLDS_MS &&
          at < to,
      )
        ? null
        : `${said}, but no poll had been answered.`;
    case 'offline':
    case 'connecting':
      return longest(claim, service, (streams, at) => streams > 0 && !isTroubled(service, at)) >
        allowedMs
        ? `${said} although the service was well and its stream open.`
        : null;
    case 'stopped':
      return service.refusals.some((refusal) => refusal.from < from + LAG_MS && refusal.to > from)
        ? null
        : `${said} although no token was refused.`;
    default:
      return `"${state}" is no state.`;
  }
}

function judgeReason(
  { state, reason, from }: Claim,
  { troubles }: ServiceLog,
  { deaths }: Observations,
): string | null {
  if (reason === null) return null;
  const said = `"${state}" said ${JSON.stringify(reason)}`;
  if (state === 'live') return `${said}.`;
  const near = troubles.filter((trouble) => mayBeReason(trouble, from));
  // A running stream ends by itself now and then, as the public service's do.
  const mayBeCut = near.length > 0 || state === 'connecting' || deaths.length > 0;
  if (isCutReason(reason) && mayBeCut) return null;
  if (near.some(({ fault }) => faultOf(fault).isReason?.(reason))) return null;
  return `${said} during: ${near.map(({ fault }) => fault).join(', ') || 'nothing wrong'}.`;
}

function mayBeReason({ fault, from, to }: Trouble, at: number): boolean {
  return at >= from && at <= to + AFTERMATH_MS + (faultOf(fault).penalty?.ms ?? 0);
}

function isTroubled({ troubles }: ServiceLog, at: number): boolean {
  return troubles.some(({ from, to }) => at >= from && at <= to);
}

/** The longest part of the claim during which it was true, in milliseconds. */
function longest(
  { from, to }: Claim,
  { samples }: ServiceLog,
  isSo: (openStreams: number, at: number) => boolean,
): number {
  let longestMs = 0;
  let since: number | undefined;
  for (const { at, openStreams } of samples) {
    if (at < from || at > to) continue;
    since = isSo(openStreams, at) ? (since ?? at) : undefined;
    if (since !== undefined) longestMs = Math.max(longestMs, at - since);
  }
  return longestMs;
}
