export interface Effort {
  /** Few, short rounds. */
  quick: boolean;
}

/** One independent measurement that yields one or more rows of the report. */
export interface Bench {
  name: string;
  what: string;
  run: (effort: Effort) => Promise<Measured[]>;
}

/** One row, with one sample per round. */
export interface Measured {
  name: string;
  what: string;
  /** Unit of the samples, including the reference's. */
  unit: string;
  samples: readonly number[];
  /** Measured in the same rounds. */
  reference?: { what: string; samples: readonly number[] };
  /** How it was measured, if that is not obvious. */
  note?: string;
  /** Rows without a budget are only reported. */
  budget?: Budget;
}

/** The most that a row may cost, or the least that it must reach. */
export interface Budget {
  /** Whether the limit applies to the ratio to the reference or to the figure itself. */
  of: 'ratio' | 'figure';
  kind: 'at most' | 'at least';
  limit: number;
}

export function atMost(limit: number, of: Budget['of'] = 'figure'): Budget {
  return { of, kind: 'at most', limit };
}

export function atLeast(limit: number): Budget {
  return { of: 'figure', kind: 'at least', limit };
}

/** The median of some samples, and the quartiles between which half of them lie. */
export interface Summary {
  median: number;
  low: number;
  high: number;
  samples: number;
}

export function summarize(samples: readonly number[]): Summary {
  const at = (share: number): number => quantile(samples, share);
  return { median: at(0.5), low: at(0.25), high: at(0.75), samples: samples.length };
}

/**
 * The value below which the given share (0…1) of the samples lies, interpolated linearly.
 *
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
 * The samples divided by the reference's of the same round: a slowdown of the machine affects both
 * and cancels out.
 */
export function ratioOf({ samples, reference }: Measured): Summary | undefined {
  if (!reference) return undefined;
  return summarize(samples.map((value, round) => value / (reference.samples[round] ?? NaN)));
}

/**
 * Compares the median with the budget. It is missed by more than the spread if the better quartile
 * misses it too, that is, if three of four rounds do; otherwise it is only close.
 */
export function judge(measured: Measured): 'met' | 'close' | 'missed' | undefined {
  const { name, samples, budget } = measured;
  if (!budget) return undefined;
  const judged = budget.of === 'ratio' ? ratioOf(measured) : summarize(samples);
  if (!judged) throw new TypeError(`The budget of ${name} needs a reference.`);
  const isWithin = (figure: number): boolean =>
    budget.kind === 'at most' ? figure <= budget.limit : figure >= budget.limit;
  if (isWithin(judged.median)) return 'met';
  return isWithin(budget.kind === 'at most' ? judged.low : judged.high) ? 'close' : 'missed';
}

/** Measures one sample. */
type Measure = () => number | Promise<number>;

/**
 * Measures two things alternately, so that slow changes (heat, other programs) affect both. The order
 * is swapped every other round, so that neither always comes after the other.
 *
 * @param warmUp rounds before, which are discarded
 */
export async function alternate(
  own: Measure,
  reference: Measure,
  { rounds, warmUp }: { rounds: number; warmUp: number },
): Promise<{ own: number[]; reference: number[] }> {
  for (let round = 0; round < warmUp; round += 1) {
    await own();
    await reference();
  }
  const samples = { own: [] as number[], reference: [] as number[] };
  for (let round = 0; round < rounds; round += 1) {
    if (round % 2 === 0) samples.own.push(await own());
    samples.reference.push(await reference());
    if (round % 2 === 1) samples.own.push(await own());
  }
  return samples;
}

/**
 * CPU milliseconds that this thread has used since it started, unaffected by other programs. The
 * system counts in ticks of a few milliseconds.
 */
export function threadCpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}
