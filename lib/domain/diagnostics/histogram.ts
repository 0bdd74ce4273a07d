/**
 * How often each duration was measured, in classes that double every second class. Two histograms
 * add up to one, so hours add up to days. By the number of the class.
 */
export type Histogram = Readonly<Record<string, number>>;

/** About 1 ms to 3 minutes. */
const LAST_CLASS = 35;
const CLASSES_PER_DOUBLING = 2;

/** The histogram with one more measurement. @param ms any duration, in milliseconds */
export function measured(histogram: Histogram, ms: number): Histogram {
  const place = Math.ceil(CLASSES_PER_DOUBLING * Math.log2(Math.max(ms, 1)));
  const key = String(Math.min(place, LAST_CLASS));
  return { ...histogram, [key]: (histogram[key] ?? 0) + 1 };
}

export function addHistograms(one: Histogram, other: Histogram): Histogram {
  const sum: Record<string, number> = { ...one };
  for (const [key, count] of Object.entries(other)) sum[key] = (sum[key] ?? 0) + count;
  return sum;
}

/**
 * The duration that this share of the measurements does not exceed, in milliseconds, rounded up to
 * the end of its class; `null` without measurements.
 *
 * @param share 0.5: the median
 */
export function quantile(histogram: Histogram, share: number): number | null {
  const classes = Object.entries(histogram)
    .map(([key, count]) => ({ place: Number(key), count }))
    .toSorted((a, b) => a.place - b.place);
  const total = classes.reduce((sum, { count }) => sum + count, 0);
  let seen = 0;
  for (const { place, count } of classes) {
    seen += count;
    if (seen >= share * total) return Math.round(2 ** (place / CLASSES_PER_DOUBLING));
  }
  return null;
}
