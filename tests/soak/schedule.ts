import { createRandom, hash32 } from '../price-service/hash.ts';
import { pick, shuffle } from './chance.ts';
import { SOAK_FAULTS } from './faults.ts';

/** What happens next in a run. A fault lasts `seconds`; then the service is well again. */
export type Step =
  /** While a page is open; the worker is killed after that share of the fault. */
  | { kind: 'fault'; fault: string; seconds: number; killAt: number | null }
  /** While no page is open. */
  | { kind: 'nobody-looks'; fault: string; seconds: number; isKilled: boolean; isLive: boolean }
  /** The browser is closed and, while the service may be in trouble, opened again. */
  | { kind: 'restart'; fault: string | null; seconds: number }
  | { kind: 'edit'; what: Edit }
  /**
   * The local clock is stepped: within a pause that the service asks for, or else while a price goes
   * through the level of an alert; there the worker may be killed at once.
   */
  | { kind: 'clock'; stepMs: number; fault: string | null; seconds: number; isKilled: boolean }
  /** The service's signers are removed, and added again after `seconds`. */
  | { kind: 'trust'; ends: 'worker' | 'browser'; seconds: number }
  /** A price goes through the level of an alert. */
  | { kind: 'crossing' };

export type Edit = 'watchlist' | 'headers' | 'mode' | 'alerts';

const EDITS: readonly Edit[] = ['watchlist', 'headers', 'mode', 'alerts'];
const RECOVERY_S = 1.5;
// The alarm comes somewhere in its 30 s.
const AWAY_S = 20;
const RESTART_S = 4;
const CROSSING_S = 1;
const EDIT_S = 0.5;
// Two prices 4 s apart show that the clock was set ahead; one, that it was set back.
const AHEAD_S = 6;
const BACK_S = 2;
const TRUST_S = 1;

const CLOCK_STEP_MS = 90_000;

// What cannot be told apart from the outside while no stream and no page is open, or takes longer
// than the rest of it.
const UNFIT_FOR_AWAY = new Set(['stream falls silent', '429 for a minute', 'token refused']);

/** The steps of a run of about `seconds`: the same for the same seed. */
export function makeSchedule(seed: number, seconds: number): Step[] {
  const random = createRandom(hash32(seed, 0x50a4));
  const allowed = Object.entries(SOAK_FAULTS)
    .filter(([, { leastRunSeconds }]) => seconds >= (leastRunSeconds ?? 0))
    .map(([name]) => name);
  const deck = createDeck(allowed, random);
  const steps: Step[] = [];
  let left = seconds;
  // A minute holds one absence and one restart; each further stretch one more of each.
  const blocks = Math.max(1, Math.round(seconds / 75));

  function add(step: Step): void {
    steps.push(step);
    left -= costOf(step);
  }

  for (let block = 0; block < blocks; block += 1) {
    const blockEnd = seconds * (1 - (block + 1) / blocks);
    const stepMs = random() < 0.5 ? CLOCK_STEP_MS : -CLOCK_STEP_MS;
    const isFirstInPause = random() < 0.5;
    const ending: Step[] = [
      clockStep(-stepMs, isFirstInPause ? null : deck(asksForPause), random),
      { kind: 'trust', ends: random() < 0.6 ? 'worker' : 'browser', seconds: trustSeconds(random) },
      awayStep(
        deck((name) => !UNFIT_FOR_AWAY.has(name)),
        random,
      ),
      { kind: 'edit', what: pick(EDITS, random) },
      // The restarted browser's clock is right.
      ...(random() < 0.3 ? [clockStep(stepMs, null, random)] : []),
      restartStep(deck, random),
      { kind: 'crossing' },
    ];
    const rest = ending.reduce((sum, step) => sum + costOf(step), 0);
    add({ kind: 'crossing' });
    add(clockStep(stepMs, isFirstInPause ? deck(asksForPause) : null, random));
    while (left - blockEnd > rest) {
      if (random() < 0.4) add({ kind: 'edit', what: pick(EDITS, random) });
      add(
        faultStep(
          deck(() => true),
          random,
        ),
      );
    }
    for (const step of ending) add(step);
  }
  return steps;
}

/** The seconds that a step takes when all goes well. */
export function costOf(step: Step): number {
  switch (step.kind) {
    case 'fault':
      return step.seconds + RECOVERY_S + (SOAK_FAULTS[step.fault]?.recoverySeconds ?? 0);
    case 'nobody-looks':
      return AWAY_S;
    case 'restart':
      return RESTART_S;
    case 'crossing':
      return CROSSING_S;
    case 'clock':
      return (step.stepMs > 0 ? AHEAD_S : BACK_S) + pauseOf(step);
    case 'trust':
      return step.seconds + TRUST_S;
    default:
      return EDIT_S;
  }
}

function pauseOf({ fault, seconds }: Extract<Step, { kind: 'clock' }>): number {
  if (fault === null) return 0;
  return seconds + (SOAK_FAULTS[fault]?.recoverySeconds ?? 0);
}

type Deck = (isFit: (name: string) => boolean) => string;

function faultStep(fault: string, random: () => number): Step {
  const killAt = random() < 0.35 ? round(random() * 0.8) : null;
  return { kind: 'fault', fault, seconds: lengthOf(fault, random), killAt };
}

/** Its worker lives where a pause goes on: it alone can measure how long that has to last. */
function clockStep(stepMs: number, fault: string | null, random: () => number): Step {
  const isKilled = fault === null && random() < 0.5;
  const seconds = fault === null ? 0 : lengthOf(fault, random);
  return { kind: 'clock', stepMs, fault, seconds, isKilled };
}

/** For a short while. */
function asksForPause(name: string): boolean {
  const { penalty, leastRunSeconds } = SOAK_FAULTS[name] ?? {};
  return penalty !== undefined && leastRunSeconds === undefined;
}

function awayStep(fault: string, random: () => number): Step {
  return {
    kind: 'nobody-looks',
    fault,
    seconds: lengthOf(fault, random),
    isKilled: random() < 0.7,
    isLive: random() < 0.3,
  };
}

function restartStep(deck: Deck, random: () => number): Step {
  const fault =
    random() < 0.5
      ? deck(
          (name) =>
            SOAK_FAULTS[name]?.leastRunSeconds === undefined &&
            SOAK_FAULTS[name]?.needsUser !== true,
        )
      : null;
  return { kind: 'restart', fault, seconds: round(random() * 1.5) };
}

/** Deals all of them once before any comes again. */
function createDeck(names: readonly string[], random: () => number): Deck {
  let cards: string[] = [];
  return (isFit) => {
    if (!cards.some(isFit)) cards = [...cards, ...shuffle(names, random)];
    const at = cards.findIndex(isFit);
    const [dealt] = cards.splice(at, 1);
    if (dealt === undefined) throw new Error('no fault fits');
    return dealt;
  };
}

/** Longer than tooltip and counts may lag behind, and than a browser takes to start. */
function trustSeconds(random: () => number): number {
  return round(5 + random());
}

function lengthOf(fault: string, random: () => number): number {
  const [from, to] = SOAK_FAULTS[fault]?.lasts ?? [1, 1];
  return round(from + random() * (to - from));
}

function round(seconds: number): number {
  return Math.round(seconds * 10) / 10;
}
