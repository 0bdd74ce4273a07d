import { ALL, spareDelayMs } from '../../storage/requests/request-budget.ts';
import type { UnixMilliseconds } from '../../base/units.ts';
import type { ServiceProblem } from '../../domain/connection/service-problem.ts';
import { delay } from '../../base/http/delay.ts';
import type { PriceIntake } from '../intake/price-intake.ts';
import type { Presence } from '../presence.ts';
import { askInTurn, eventIn, type Findings } from './ask-in-turn.ts';
import type { Causes } from './causes.ts';
import type { ConnectionReport } from './connection-report.ts';
import { decideAfter, type Decision } from './failure.ts';
import type { PriceStream } from './price-stream.ts';
import type { Service } from './service.ts';
import type { Serving } from './serving.ts';
import { eventOf, type Trial } from './try-service.ts';

// Limits the requests that a slow stream causes.
const CHECK_EVERY_MS = 10_000;

// The stream may bring the same prices this much later than a response.
const NEWS_TRAVEL_MS = 300;

// A stream restarts after a second and has 1.2 s for its first data. Beyond that, another service
// is faster.
const LONGEST_RETRY_MS = 2_200;

/** Data stopped although markets are open. */
export const SILENT = { kind: 'lost', problem: { code: 'stream-silent' } } as const;

// Waiting longer costs more than switching services.
const LONGEST_HOLD_MS = 500;

const TIMEOUT = { code: 'timeout' } as const;

export type Leaving = ReturnType<typeof createLeaving>;

interface LeavingOptions {
  serving: Serving;
  stream: PriceStream;
  report: ConnectionReport;
  causes: Causes;
  presence: Presence;
  intake: PriceIntake;
}

/**
 * Leaves the service in use if it fails. Each function resolves with whether another took over.
 */
export function createLeaving(options: LeavingOptions) {
  const { serving, stream, presence, intake } = options;
  const search = createSearch(serving, intake);
  const mayCheck = createCheckLimit();

  /** Reports a failure. If another service could take over, a second attempt decides at once. */
  async function afterFailure(error: unknown, known?: Decision): Promise<boolean> {
    const { service } = serving;
    const decision = known ?? (await decideAfter(error, service?.baseUrl ?? null));
    const event = eventOf(error, decision);
    if (!event) return false;
    if (await serving.report(event)) return true;
    if (!service || event.kind !== 'failed' || !serving.failover.hasSuccessor) return false;
    return leaveFor(serving, service, await search(service));
  }

  /**
   * Checks a silent service if a page is open and another one could take over.
   * @param isLively whether its stream had been sending steadily: newer prices in a response then
   * prove the stream dead
   */
  async function ifSilent(isLively: boolean): Promise<boolean> {
    const { service } = serving;
    if (!service || !presence.isPageOpen || !serving.failover.hasSuccessor) return false;
    if (!(await mayCheck(service))) return false;
    const askedAt = Date.now();
    const findings = await search(service);
    const isDead = isLively && findings.get(service.id)?.isNews === true;
    if (isDead) await delay(newsDueInMs(stream.dataDueInMs()));
    if (serving.service === service && stream.hasDataSince(askedAt)) return false;
    if (await leaveFor(serving, service, findings)) return true;
    if (isDead) return serving.report(SILENT);
    if (eventIn(findings, service.id).kind !== 'ok') await replaceStream(options, TIMEOUT);
    return false;
  }

  /** Call this before opening a stream: switches if the request limit is used up for a while. */
  async function ifHeldBack(): Promise<boolean> {
    const { service } = serving;
    if (!service || !presence.isPageOpen || !serving.failover.hasSuccessor) return false;
    const waitMs = await waitFor(service);
    // A pause that the service asked for is handled elsewhere.
    if (waitMs <= LONGEST_HOLD_MS || waitMs === Infinity) return false;
    const others = await Promise.all((await serving.failover.successors()).map(waitFor));
    if (!others.some((otherMs) => otherMs < waitMs)) return false;
    const until = Date.now() + waitMs;
    return serving.report({ kind: 'paused', problem: { code: 'paused' }, until });
  }

  return { afterFailure, ifSilent, ifHeldBack };
}

function newsDueInMs(dataDueInMs: number): number {
  return dataDueInMs > LONGEST_RETRY_MS ? NEWS_TRAVEL_MS : Math.max(NEWS_TRAVEL_MS, dataDueInMs);
}

/** How long the request limit delays a request, in milliseconds; `Infinity` while it is paused. */
function waitFor({ baseUrl }: Pick<Service, 'baseUrl'>): Promise<number> {
  return spareDelayMs(baseUrl, ALL).catch(() => Infinity);
}

export async function replaceStream(
  { stream, report, causes }: Pick<LeavingOptions, 'stream' | 'report' | 'causes'>,
  reason: ServiceProblem,
): Promise<void> {
  stream.close();
  await report.set('connecting', { reason });
  void causes.add('retry');
}

function createCheckLimit() {
  let checkedAt: UnixMilliseconds = 0;
  return async ({ baseUrl }: Service): Promise<boolean> => {
    const now = Date.now();
    if (now >= checkedAt && now - checkedAt < CHECK_EVERY_MS) return false;
    if ((await waitFor({ baseUrl })) > 0) return false;
    checkedAt = now;
    return true;
  };
}

/** Searches for a working service, one search at a time. */
function createSearch({ failover, serviceOf }: Serving, intake: PriceIntake) {
  let current: { service: Service; findings: Promise<Findings> } | null = null;
  const others = async (): Promise<Service[]> => (await failover.successors()).map(serviceOf);
  // A refusal counts at once if its service is not in use, even after the search. Otherwise that
  // service could take over or be asked again.
  const onFound = async (service: Service, { event }: Trial): Promise<void> => {
    if (event.kind !== 'refused' && event.kind !== 'paused') return;
    // The user may have changed its settings meanwhile.
    if ((await others()).includes(service)) await failover.report(service.id, event);
  };
  return (service: Service): Promise<Findings> => {
    if (current?.service === service) return current.findings;
    const started = {
      service,
      findings: askInTurn(service, { othersOf: others, onFound }, intake),
    };
    current = started;
    void started.findings.finally(() => {
      if (current === started) current = null;
    });
    return started.findings;
  };
}

/** Switches to the next service that works, if this one doesn't. */
async function leaveFor(serving: Serving, service: Service, findings: Findings): Promise<boolean> {
  if (serving.service !== service) return true;
  const { failover } = serving;
  const event = eventIn(findings, service.id);
  // Report the successors first, so that only a working one takes over.
  for (const { id } of event.kind === 'ok' ? [] : await failover.successors()) {
    const other = eventIn(findings, id);
    await failover.report(id, other);
    if (other.kind === 'ok') break;
  }
  return serving.report(event);
}
