import { createRandom, hash32 } from './hash.ts';

/** A fault. On the stream, a fault of the body affects the first event. */
type FaultKind =
  | {
      kind: 'status';
      status: number;
      body?: string;
      headers?: Record<string, string>;
      /** Only half of the body, which must not be empty, is sent. */
      hangs?: boolean;
    }
  | { kind: 'redirect'; status: 301 | 302 | 303 | 307 | 308; location: string }
  | { kind: 'delay'; ms: number }
  | { kind: 'hang'; where: 'before' | 'body' }
  /** `connection`: preflights are reset too, as by a service that is down. */
  | { kind: 'reset'; where: 'connection' | 'before' | 'body' }
  /** Half of the JSON, with the Content-Length of that half. */
  | { kind: 'truncate' }
  | { kind: 'malformed' }
  | {
      kind: 'body';
      body: string | Buffer;
      headers?: Record<string, string>;
      status?: number;
    }
  /** Spaces up to this size, as fast as they are read. */
  | { kind: 'huge'; bytes: number }
  /** Stream only: raw text right after the headers; then the stream continues, or ends. */
  | { kind: 'stream-lines'; lines: string; end?: boolean }
  /** Stream only: headers, then comments but no data. */
  | { kind: 'silence' }
  /** 403 that names the refused feeds, for requests that contain any of these. */
  | { kind: 'not-entitled'; ids: readonly string[] }
  /** 404 without a body, for price requests that contain any of these feeds; default: any feed. */
  | { kind: 'unknown-feeds'; ids?: readonly string[] };

export type Fault = FaultKind & {
  /** A part of the path (without prefix) or a pattern for it; default: every path. */
  path?: RegExp | string;
  /** How often it applies; default: without limit. */
  times?: number;
  /** Share of the matching requests, 0…1, drawn from the seed; default 1. */
  share?: number;
};

/** A fault of requests for certain feeds. */
type FeedFault = Extract<FaultKind, { kind: 'not-entitled' | 'unknown-feeds' }>;

/** The faults that affect one request. */
export interface RequestFaults {
  delayMs: number;
  main: Exclude<FaultKind, { kind: 'delay' | FeedFault['kind'] }> | undefined;
}

interface ActiveFault {
  fault: Fault;
  timesLeft: number;
  random: () => number;
}

export function createFaultList(seed: number) {
  let active: ActiveFault[] = [];
  let added = 0;
  return {
    /** Returns a function that removes it. */
    add(fault: Fault): () => void {
      const entry = {
        fault,
        timesLeft: fault.times ?? Infinity,
        random: createRandom(hash32(seed, added++)),
      };
      active.push(entry);
      return () => {
        active = active.filter((other) => other !== entry);
      };
    },
    clear(): void {
      active = [];
    },
    /** Whether every connection is reset, whatever the request. */
    resetsConnections: () =>
      active.some(({ fault }) => fault.kind === 'reset' && fault.where === 'connection'),
    /**
     * Draws the faults of a request. Delays add up; of all others only the one added first applies,
     * and only that one is used up.
     *
     * @param ids the requested feeds
     */
    draw(path: string, isStream: boolean, ids: readonly string[] = []): RequestFaults {
      const drawn: RequestFaults = { delayMs: 0, main: undefined };
      for (const entry of active) {
        if (!matches(entry.fault, path, isStream) || !concerns(entry.fault, ids)) continue;
        if (conflicts(drawn, entry.fault) || !applies(entry)) continue;
        combine(drawn, entry.fault, ids);
      }
      return drawn;
    },
  };
}

function matches(fault: Fault, path: string, isStream: boolean): boolean {
  if (!isStream && (fault.kind === 'silence' || fault.kind === 'stream-lines')) return false;
  if (fault.path === undefined) return true;
  // `search` ignores the state that `test` keeps in a global pattern.
  return typeof fault.path === 'string' ? path.includes(fault.path) : path.search(fault.path) >= 0;
}

/** Whether the fault applies to requests for these feeds. */
function concerns(fault: Fault, ids: readonly string[]): boolean {
  return !isFeedFault(fault) || refusedIds(fault, ids).length > 0;
}

function isFeedFault(fault: Fault): fault is Fault & FeedFault {
  return fault.kind === 'not-entitled' || fault.kind === 'unknown-feeds';
}

function refusedIds({ ids: scope }: FeedFault, ids: readonly string[]): readonly string[] {
  return scope ? ids.filter((id) => scope.includes(id)) : ids;
}

function conflicts(drawn: RequestFaults, fault: Fault): boolean {
  return fault.kind !== 'delay' && drawn.main !== undefined;
}

function applies(entry: ActiveFault): boolean {
  if (entry.timesLeft <= 0) return false;
  if (entry.random() >= (entry.fault.share ?? 1)) return false;
  entry.timesLeft--;
  return true;
}

function combine(drawn: RequestFaults, fault: Fault, ids: readonly string[]): void {
  if (fault.kind === 'delay') drawn.delayMs += fault.ms;
  else if (fault.kind === 'unknown-feeds') drawn.main = { kind: 'status', status: 404 };
  else if (fault.kind === 'not-entitled') {
    const body = `Not entitled: feed ${refusedIds(fault, ids).join(', ')}`;
    drawn.main = { kind: 'status', status: 403, body };
  } else drawn.main = fault;
}
