/** The median and spread of some samples. */
export interface Summary {
  median: number;
  /** First and third quartile: half of all samples lie between them. */
  low: number;
  high: number;
  samples: number;
}

/** @throws RangeError if there are no samples or one is not a finite number */
export function summarize(samples: readonly number[]): Summary {
  return {
    median: quantile(samples, 0.5),
    low: quantile(samples, 0.25),
    high: quantile(samples, 0.75),
    samples: samples.length,
  };
}

/**
 * The value below which the given share of the samples lies, interpolated linearly.
 *
 * @param share 0…1
 * @throws RangeError if there are no samples or one is not a finite number
 */
export function quantile(samples: readonly number[], share: number): number {
  if (samples.length === 0) throw new RangeError('there are no samples');
  if (!samples.every(Number.isFinite)) throw new RangeError('a sample is not a finite number');
  const sorted = samples.toSorted((a, b) => a - b);
  const place = share * (sorted.length - 1);
  const below = sorted[Math.floor(place)] ?? 0;
  const above = sorted[Math.ceil(place)] ?? below;
  return below + (above - below) * (place - Math.floor(place));
}

/**
 * Divides each sample by the reference's of the same round, so that a temporary slowdown of the
 * machine affects both and cancels out.
 *
 * @throws RangeError if the numbers of rounds differ
 */
export function ratios(own: readonly number[], reference: readonly number[]): number[] {
  if (own.length !== reference.length) throw new RangeError('the numbers of rounds differ');
  return own.map((value, round) => value / (reference[round] ?? Number.NaN));
}
