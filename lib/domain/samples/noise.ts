import type { UnixSeconds } from '../../base/units.ts';

const DAY = 86_400;

/** Periods in seconds, from four seconds to seven weeks. */
const PERIODS = Array.from({ length: 11 }, (_, octave) => 4 ** (octave + 1));

/**
 * A smooth random curve of about ±1 a day, the same wherever it is calculated: additions and
 * multiplications only, because engines may round sines and powers differently.
 */
export function noiseAt(seed: number, time: UnixSeconds): number {
  return PERIODS.reduce((sum, period, octave) => {
    const days = period / DAY;
    // As prices do, but without straying far from their level.
    const size = days < 1 ? Math.sqrt(days) : Math.sqrt(Math.sqrt(days));
    return sum + size * smooth(seed + octave, time / period);
  }, 0);
}

/** A seed that differs from text to text. */
export function seedOf(text: string): number {
  let seed = 7;
  for (const letter of text) seed = Math.imul(seed ^ letter.charCodeAt(0), 0x01000193);
  return seed;
}

/** From -1 to 1: a random value at each whole number, and a curve without kinks between. */
function smooth(seed: number, at: number): number {
  const whole = Math.floor(at);
  const part = at - whole;
  const [from, to] = [random(seed, whole), random(seed, whole + 1)];
  return from + (to - from) * part * part * (3 - 2 * part);
}

function random(seed: number, at: number): number {
  let mixed = Math.imul(at ^ Math.imul(seed, 0x9e3779b1), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x7feb352d);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x846ca68b);
  return (mixed ^ (mixed >>> 16)) / 2 ** 31;
}
