import type { WalkFeed } from './catalog.ts';
import { hash32, hashText } from './hash.ts';
import { SLOT_MS, type Moment, type Quote } from './quote.ts';

// Value noise over octaves of time instead of a running sum: the price at any time costs the same few
// hashes, and past and present prices are continuous. Twelve
// octaves, each four times slower, reach from one slot to 19 days; an amplitude that grows with
// the root of the period makes the increments those of a random walk.
const OCTAVES = 12;
const OCTAVE_FACTOR = 4;
// From here on (1.8 h) the octaves are as slow as an average over about an hour.
const FIRST_SLOW_OCTAVE = 7;
const CONFIDENCE_OCTAVE = 4;
const YEAR_MS = 365.25 * 24 * 3600 * 1000;

/** The quote of the seeded walk of `feed` at `moment`; it depends only on the moment's slot. */
export function walkQuote(feed: WalkFeed, seed: number, moment: Moment): Quote {
  const walkSeed = hash32(seed, hashText(feed.id));
  const timeMs = moment.slot * SLOT_MS;
  let slow = 0;
  let fast = 0;
  for (let octave = 0; octave < OCTAVES; octave++) {
    const periodMs = SLOT_MS * OCTAVE_FACTOR ** octave;
    const step = feed.volatility * Math.sqrt(periodMs / YEAR_MS) * noise(walkSeed, octave, timeMs);
    if (octave >= FIRST_SLOW_OCTAVE) slow += step;
    else fast += step;
  }
  const spread = feed.confidence * (1 + 0.4 * noise(walkSeed + 1, CONFIDENCE_OCTAVE, timeMs));
  const mantissa = feed.startPrice * 10 ** -feed.expo;
  const price = mantissa * Math.exp(slow + fast);
  const emaPrice = mantissa * Math.exp(slow);
  return {
    id: feed.id,
    price: integerText(price),
    conf: integerText(price * spread),
    emaPrice: integerText(emaPrice),
    emaConf: integerText(emaPrice * feed.confidence),
    expo: feed.expo,
    publishTime: moment.publishTime,
    prevPublishTime: moment.prevPublishTime,
    proofAvailableTime: moment.publishTime,
    slot: moment.slot,
  };
}

/** Smooth noise in −1…1 with the octave's period. */
function noise(seed: number, octave: number, timeMs: number): number {
  const position = timeMs / (SLOT_MS * OCTAVE_FACTOR ** octave);
  const index = Math.floor(position);
  const fraction = position - index;
  const weight = fraction * fraction * (3 - 2 * fraction);
  return lattice(seed, octave, index) * (1 - weight) + lattice(seed, octave, index + 1) * weight;
}

function lattice(seed: number, octave: number, index: number): number {
  return hash32(seed, octave, index) / 0x8000_0000 - 1;
}

function integerText(value: number): string {
  return String(BigInt(Math.max(1, Math.round(value))));
}
