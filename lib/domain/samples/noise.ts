import type { UnixSeconds } from '../../base/units.ts';

const DAY = 86_400;

/** The size of the movement within a period. */
type Octave = readonly [seconds: number, size: number];

let octaves: readonly Octave[] | undefined;

/**
 * A smooth random curve of about ±1 a day, identical on every engine: it uses only additions and
 * multiplications, because engines may round sines and powers differently.
 */
export function noiseAt(seed: number, time: UnixSeconds): number {
  octaves ??= createOctaves();
  return octaves.reduce(
    (sum, [seconds, size], index) => sum + size * smooth(seed + index, time / seconds),
    0,
  );
}

/** Periods from four seconds to seven weeks. */
function createOctaves(): Octave[] {
  return Array.from({ length: 11 }, (_, index): Octave => {
    const seconds = 4 ** (index + 1);
    const days = seconds / DAY;
    // Like real prices, but without straying far from their level.
    return [seconds, days < 1 ? Math.sqrt(days) : Math.sqrt(Math.sqrt(days))];
  });
}

/** Different texts usually have different seeds. */
export function seedOf(text: string): number {
  let seed = 7;
  for (const letter of text) seed = Math.imul(seed ^ letter.charCodeAt(0), 0x01000193);
  return seed;
}

/** From -1 to 1: a random value at each whole number, with a smooth curve between. */
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
