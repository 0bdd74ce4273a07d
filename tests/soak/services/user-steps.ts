import { createRandom, hash32 } from '../../price-service/hash.ts';

/** What the user or the browser does, while the services fail on their own. */
export type UserStep =
  /** A price crosses the level of an alert; the worker may die between the two prices. */
  | { kind: 'crossing'; isKilled: boolean }
  | { kind: 'kill' }
  /** No page is open for this many seconds. */
  | { kind: 'no-page'; seconds: number; isKilled: boolean }
  | { kind: 'edit'; what: 'watchlist' | 'headers' }
  | { kind: 'pause'; seconds: number };

const NO_PAGE_EVERY_S = 70;

/** Endless steps of a run: the same for the same seed. */
export function* userSteps(seed: number): Generator<UserStep> {
  const random = createRandom(hash32(seed, 0x05e4));
  for (;;) {
    let left = NO_PAGE_EVERY_S * (0.4 + 0.3 * random());
    while (left > 0) {
      const pause = 1 + 4 * random();
      left -= pause + 1;
      yield { kind: 'pause', seconds: pause };
      yield nextStep(random);
    }
    yield { kind: 'no-page', seconds: 40 + 10 * random(), isKilled: random() < 0.7 };
  }
}

function nextStep(random: () => number): UserStep {
  const chance = random();
  if (chance < 0.4) return { kind: 'crossing', isKilled: random() < 0.4 };
  if (chance < 0.8) return { kind: 'kill' };
  return { kind: 'edit', what: random() < 0.5 ? 'watchlist' : 'headers' };
}
