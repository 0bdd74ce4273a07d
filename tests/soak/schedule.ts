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
    const rest = AWAY_S + RESTART_S + 2 * CROSSING_S;
    add({ kind: 'crossing' });
    while (left - blockEnd > rest) {
      if (random() < 0.4) add({ kind: 'edit', what: pick(EDITS, random) });
      add(
        faultStep(
          deck(() => true),
          random,
        ),
      );
    }
    add(
      awayStep(
        deck((name) => !UNFIT_FOR_AWAY.has(name)),
        random,
      ),
    );
    add({ kind: 'edit', what: pick(EDITS, random) });
    add(restartStep(deck, random));
    add({ kind: 'crossing' });
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
    default:
      return EDIT_S;
  }
}

/** The step in words. */
export function describeStep(step: Step): string {
  switch (step.kind) {
    case 'fault':
      return `${step.fault}, ${step.seconds} s${step.killAt === null ? '' : ', worker killed'}`;
    case 'nobody-looks': {
      const mode = step.isLive ? 'Live' : 'Balanced';
      const killed = step.isKilled ? ', worker killed' : '';
      return `nobody looks (${mode}): ${step.fault}, ${step.seconds} s${killed}`;
    }
    case 'restart':
      return `browser restarted${step.fault === null ? '' : `: ${step.fault} meanwhile`}`;
    case 'edit':
      return `settings edited: ${step.what}`;
    default:
      return 'a price goes through the level of an alert';
  }
}

type Deck = (isFit: (name: string) => boolean) => string;

function faultStep(fault: string, random: () => number): Step {
  const killAt = random() < 0.35 ? round(random() * 0.8) : null;
  return { kind: 'fault', fault, seconds: lengthOf(fault, random), killAt };
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

function lengthOf(fault: string, random: () => number): number {
  const [from, to] = SOAK_FAULTS[fault]?.lasts ?? [1, 1];
  return round(from + random() * (to - from));
}

function round(seconds: number): number {
  return Math.round(seconds * 10) / 10;
}
