import { createRandom, hash32 } from '../../price-service/hash.ts';
import { createDeck, pick, shuffle } from '../chance.ts';
import { faultOf } from '../troubles.ts';

// Each service fails by a schedule of its own, which does not wait for the others or for the user.

/** A fault of one service, in seconds from the start of the run. */
export interface PlannedTrouble {
  /** Its place in the list of services. */
  service: number;
  fault: string;
  from: number;
  to: number;
}

/** How soon another service has to take over while a page is open; by fault, milliseconds. */
export const NOTICED_AFTER_MS: Readonly<Record<string, number>> = {
  // Only the silence of the data shows that something is wrong.
  'stream falls silent': 30_000,
};

/** Faults after which another service should take over. */
const AWAY_FAULTS = [
  'service away',
  'server errors',
  'connections reset',
  'requests hang',
  '429 with Retry-After',
  '429 whose body hangs',
  '503 with Retry-After',
  'token refused',
  'stream falls silent',
  '503 dated 23 h ahead',
] as const;

/** Faults of a service that works: prices arrive, now and then in a wrong form. */
const LIVE_FAULTS = [
  'streams end after 24 h',
  'slow and in pieces',
  'false signatures',
  'Date headers 23 h ahead',
  'a false feed list',
] as const;

/** Away, several at once. */
const JOINT_FAULT = 'service away';

const LONG_RUN_S = 150;
const BLOCK_S = 100;

// A pause may follow a trouble.
const RECOVERY_S = 5;

/** Whether the service counts as away during this fault. */
export function isAway(fault: string): boolean {
  return AWAY_FAULTS.some((name) => name === fault);
}

/**
 * What happens to the services: the same for the same seed. At least every 200 s some services are
 * away at the same time, and then all of them.
 */
export function planTroubles(seed: number, services: number, seconds: number): PlannedTrouble[] {
  const joint = planJoint(createRandom(hash32(seed, 0x301e)), services, seconds);
  const own = Array.from({ length: services }, (_, service) => {
    const taken = joint.filter((trouble) => trouble.service === service);
    return planOwn(createRandom(hash32(seed, service, 0x0b5e)), { service, seconds, taken });
  });
  return [...joint, ...own.flat()].toSorted((a, b) => a.from - b.from);
}

function planJoint(random: () => number, services: number, seconds: number): PlannedTrouble[] {
  const all = Array.from({ length: services }, (_, service) => service);
  const blocks = Math.max(1, Math.floor(seconds / BLOCK_S));
  const troubles: PlannedTrouble[] = [];
  for (let block = 0; block < blocks; block += 1) {
    const some = shuffle(all, random).slice(0, Math.max(1, services - 1));
    for (const [members, share] of [
      [some, 0.3],
      [all, 0.65],
    ] as const) {
      for (const service of members) {
        // They do not fail or return at the same moment.
        const from = ((block + share) * seconds) / blocks + random();
        troubles.push(planned(service, JOINT_FAULT, from, 4 + 4 * random()));
      }
    }
  }
  return troubles;
}

interface OwnOptions {
  service: number;
  seconds: number;
  /** Planned already. */
  taken: readonly PlannedTrouble[];
}

function planOwn(random: () => number, { service, seconds, taken }: OwnOptions): PlannedTrouble[] {
  const isLong = seconds >= LONG_RUN_S;
  const away = AWAY_FAULTS.filter((name) => isLong || NOTICED_AFTER_MS[name] === undefined);
  const deal = createDeck([...away], random, []);
  const troubles: PlannedTrouble[] = [];
  let from = 4 + 10 * random();
  while (from < seconds) {
    const fault = random() < 0.8 ? deal(() => true) : pick(LIVE_FAULTS, random);
    const least = faultOf(fault).lasts[0];
    const next = planned(service, fault, from, Math.max(least, 3 + 9 * random()));
    const inTheWay = taken.find((trouble) => isTooClose(trouble, next));
    if (!inTheWay) troubles.push(next);
    from = (inTheWay ?? next).to + RECOVERY_S + 12 * random();
  }
  return troubles;
}

function planned(service: number, fault: string, from: number, seconds: number): PlannedTrouble {
  return { service, fault, from: round(from), to: round(from + seconds) };
}

function isTooClose(one: PlannedTrouble, other: PlannedTrouble): boolean {
  return one.from < other.to + RECOVERY_S && other.from < one.to + RECOVERY_S;
}

function round(seconds: number): number {
  return Math.round(seconds * 10) / 10;
}
