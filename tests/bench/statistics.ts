/** The middle of some samples and how far apart they lie. */
export interface Summary {
  median: number;
  /** First and third quartile: half of all samples lie between them. */
  low: number;
  high: number;
  samples: number;
}

/** @throws RangeError without a sample, and for one that is no number */
export function summarise(samples: readonly number[]): Summary {
  return {
    median: quantile(samples, 0.5),
    low: quantile(samples, 0.25),
    high: quantile(samples, 0.75),
    samples: samples.length,
  };
}

/**
 * The value below which a share of the samples lies, straight between the two nearest ones.
 *
 * @param share 0…1
 * @throws RangeError without a sample, and for one that is no number
 */
export function quantile(samples: readonly number[], share: number): number {
  if (samples.length === 0) throw new RangeError('there is no sample');
  if (!samples.every(Number.isFinite)) throw new RangeError('a sample is no number');
  const sorted = samples.toSorted((a, b) => a - b);
  const place = share * (sorted.length - 1);
  const below = sorted[Math.floor(place)] ?? 0;
  const above = sorted[Math.ceil(place)] ?? below;
  return below + (above - below) * (place - Math.floor(place));
}

/**
 * What was measured in each round by what its reference took in the same round, so that whatever
 * slows the machine for a while slows both.
 *
 * @throws RangeError where the rounds do not pair up
 */
export function ratios(own: readonly number[], reference: readonly number[]): number[] {
  if (own.length !== reference.length) throw new RangeError('the rounds do not pair up');
  return own.map((value, round) => value / (reference[round] ?? Number.NaN));
}
