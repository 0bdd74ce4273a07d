import { delay } from '../../base/http/delay.ts';
import type { ServiceEvent } from '../failover/state.ts';
import type { PriceIntake } from '../intake/price-intake.ts';
import type { Service } from './service.ts';
import { tryService, type Trial } from './try-service.ts';

// Other services get no request while the one in use is merely slow.
const HEAD_START_MS = 400;

// Delay before asking the next service, so several hanging ones cost little more than one.
const NEXT_AFTER_MS = 150;

// The service in use keeps its place if it responds within this time.
const PATIENCE_MS = 600;

// After a network pause, responses arrive together, in any order.
const LAST_CHANCE_MS = 100;

/** By service id. */
export type Findings = ReadonlyMap<string, Trial>;

interface Others {
  /** Called if the service in use is slow to respond. */
  othersOf: () => Promise<readonly Service[]>;
  /** Called for each service asked, even if it responds after the search. */
  onFound?: (service: Service, trial: Trial) => Promise<void>;
}

/**
 * Asks the service in use, then its possible successors in order, until one works. Only a response
 * counts: without a network, no service responds.
 */
export async function askInTurn(
  current: Service,
  { othersOf, onFound }: Others,
  intake: Pick<PriceIntake, 'prices'>,
): Promise<Findings> {
  const findings = new Map<string, Trial>();
  const works = Promise.withResolvers<void>();
  const ask = async (service: Service): Promise<void> => {
    const trial = await tryService(service, intake);
    findings.set(service.id, trial);
    void onFound?.(service, trial);
    if (trial.event.kind === 'ok') works.resolve();
  };

  const patience = delay(PATIENCE_MS);
  const own = ask(current);
  const all = [own];
  await Promise.race([own, delay(HEAD_START_MS)]);
  for (const other of isAnyWorking(findings) ? [] : await othersOf()) {
    const answer = ask(other);
    all.push(answer);
    await Promise.race([answer, works.promise, delay(NEXT_AFTER_MS)]);
    if (isAnyWorking(findings)) break;
  }
  await Promise.race([works.promise, Promise.all(all)]);
  if (isAnyWorking(findings)) {
    await Promise.race([own, patience]);
    await Promise.race([own, delay(LAST_CHANCE_MS)]);
  }
  // Later responses don't count.
  return new Map(findings);
}

/** A service that didn't respond counts as gone. */
export function eventIn(findings: Findings, id: string): ServiceEvent {
  const { event } = findings.get(id) ?? {};
  if (!event) return { kind: 'lost', problem: { code: 'timeout' } };
  return event.kind === 'failed' ? { ...event, kind: 'lost' } : event;
}

function isAnyWorking(findings: Findings): boolean {
  return [...findings.values()].some(({ event }) => event.kind === 'ok');
}
