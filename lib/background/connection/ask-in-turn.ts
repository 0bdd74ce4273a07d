import { delay } from '../../base/http/delay.ts';
import type { ServiceEvent } from '../failover/state.ts';
import type { PriceIntake } from '../intake/price-intake.ts';
import type { Service } from './service.ts';
import { tryService, type Trial } from './try-service.ts';

// The others get no request while the one in use only takes its time.
const HEAD_START_MS = 400;

// The next one is asked if the one before did not answer by then, so that several that hang cost
// little more time than one.
const NEXT_AFTER_MS = 150;

// The one in use keeps its place if it answers by then, however soon another one does.
const PATIENCE_MS = 600;

// After a pause of the network, the answers arrive together, in any order.
const LAST_CHANCE_MS = 100;

/** What the services said by the time that it was clear which one to use, by id. */
export type Findings = ReadonlyMap<string, Trial>;

interface Others {
  /** Those that could take over. Called if the one in use does not answer soon. */
  othersOf: () => Promise<readonly Service[]>;
  /** One of them answered or failed. Also called after the search, for an answer that came late. */
  onFound?: (other: Service, trial: Trial) => Promise<void>;
}

/**
 * Asks the service in use and then those that could take over, in their order, until one of them
 * works. Only an answer counts: if the network is gone, so are all of them.
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
    if (service !== current) void onFound?.(service, trial);
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
  // Later answers do not count.
  return new Map(findings);
}

/** What is known of a service after the search. Whoever did not answer counts as gone. */
export function eventIn(findings: Findings, id: string): ServiceEvent {
  const { event } = findings.get(id) ?? {};
  if (!event) return { kind: 'lost', problem: { code: 'timeout' } };
  return event.kind === 'failed' ? { ...event, kind: 'lost' } : event;
}

function isAnyWorking(findings: Findings): boolean {
  return [...findings.values()].some(({ event }) => event.kind === 'ok');
}
