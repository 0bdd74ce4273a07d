import { createRandom, hash32 } from '../price-service/hash.ts';
import { createDeck, pick, type Deck } from './chance.ts';
import { SOAK_FAULTS } from './faults.ts';
import { costOf, type Edit, type Step } from './step.ts';

const EDITS: readonly Edit[] = ['watchlist', 'headers', 'mode', 'alerts'];
const CLOCK_STEP_MS = 90_000;
const BLOCK_S = 75;

// Without a page, their effect cannot be seen from outside, or takes longer than the step.
const UNFIT_WITHOUT_PAGE = new Set(['stream falls silent', '429 for a minute', 'token refused']);

/**
 * The steps of a run of about `seconds`: the same for the same seed. The first block has every kind
 * of step and every fault that the report has a check for.
 */
export function makeSchedule(seed: number, seconds: number): Step[] {
  const random = createRandom(hash32(seed, 0x50a4));
  const names = Object.keys(SOAK_FAULTS).filter((name) => seconds >= leastRunSeconds(name));
  const reported = names.filter((name) => isReported(name));
  const deck = createDeck(names, random, reported);
  const blocks = Math.max(1, Math.round(seconds / BLOCK_S));
  const steps: Step[] = [];
  for (let block = 0; block < blocks; block += 1) {
    // One of the reported faults is dealt for a clock step.
    const leastFaults = block === 0 ? reported.length - 1 : 0;
    steps.push(...makeBlock({ deck, random, leastFaults, seconds: seconds / blocks }));
  }
  return steps;
}

interface BlockOptions {
  deck: Deck;
  random: () => number;
  leastFaults: number;
  seconds: number;
}

function makeBlock({ deck, random, leastFaults, seconds }: BlockOptions): Step[] {
  const stepMs = random() < 0.5 ? CLOCK_STEP_MS : -CLOCK_STEP_MS;
  const inPause = pauseClockStep(stepMs, deck, random);
  const atCrossing = crossingClockStep(-stepMs, random);
  const [first, second] = random() < 0.5 ? [inPause, atCrossing] : [atCrossing, inPause];
  // The restarted browser's clock is right.
  const beginning: Step[] = [{ kind: 'crossing' }, { kind: 'sleep' }, first];
  const faults: Step[] = [];
  while (faults.length < leastFaults) faults.push(faultStep(deck, random, faults.length));
  const ending: Step[] = [
    second,
    { kind: 'trust' },
    noPageStep(deck, random),
    editStep(random),
    // The restarted browser's clock is right.
    ...(random() < 0.3 ? [crossingClockStep(stepMs, random)] : []),
    restartStep(deck, random),
    { kind: 'crossing' },
  ];
  while (costOfAll([...beginning, ...faults, ...ending]) < seconds) {
    if (random() < 0.4) faults.push(editStep(random));
    faults.push(faultStep(deck, random, faults.length));
  }
  return [...beginning, ...faults, ...ending];
}

/** Every second one kills the worker: a pause has to outlive it. */
function faultStep(deck: Deck, random: () => number, index: number): Step {
  const fault = deck(() => true);
  const killAt = index % 2 === 0 ? round(random() * 0.8) : null;
  return { kind: 'fault', fault, seconds: lengthOf(fault, random), killAt };
}

/** The worker is not killed: only a worker that sees the step can measure the pause. */
function pauseClockStep(stepMs: number, deck: Deck, random: () => number): Step {
  const fault = deck((name) => SOAK_FAULTS[name]?.penalty !== undefined && isBrief(name));
  return { kind: 'clock', stepMs, fault, seconds: lengthOf(fault, random), isKilled: false };
}

function crossingClockStep(stepMs: number, random: () => number): Step {
  return { kind: 'clock', stepMs, fault: null, seconds: 0, isKilled: random() < 0.5 };
}

function noPageStep(deck: Deck, random: () => number): Step {
  const fault = deck((name) => !UNFIT_WITHOUT_PAGE.has(name));
  return {
    kind: 'no-page',
    fault,
    seconds: lengthOf(fault, random),
    isKilled: random() < 0.7,
    isLive: random() < 0.3,
  };
}

function restartStep(deck: Deck, random: () => number): Step {
  const isFit = (name: string): boolean => isBrief(name) && !SOAK_FAULTS[name]?.needsUser;
  const fault = random() < 0.5 ? deck(isFit) : null;
  return { kind: 'restart', fault, seconds: round(random() * 1.5) };
}

function editStep(random: () => number): Step {
  return { kind: 'edit', what: pick(EDITS, random) };
}

/** Whether a check of the report is about this fault alone, and it fits into any run. */
function isReported(name: string): boolean {
  const { penalty, needsUser = false } = SOAK_FAULTS[name] ?? {};
  return isBrief(name) && (penalty !== undefined || needsUser);
}

function isBrief(name: string): boolean {
  return leastRunSeconds(name) === 0;
}

function leastRunSeconds(name: string): number {
  return SOAK_FAULTS[name]?.leastRunSeconds ?? 0;
}

function lengthOf(fault: string, random: () => number): number {
  const [from, to] = SOAK_FAULTS[fault]?.lasts ?? [1, 1];
  return round(from + random() * (to - from));
}

function costOfAll(steps: readonly Step[]): number {
  return steps.reduce((sum, step) => sum + costOf(step), 0);
}

function round(seconds: number): number {
  return Math.round(seconds * 10) / 10;
}
