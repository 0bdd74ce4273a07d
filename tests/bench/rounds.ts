/** Measures one sample. */
export type Measure = () => number | Promise<number>;

/** How many rounds to measure, after how many warm-up rounds that are discarded. */
export interface RoundCount {
  rounds: number;
  warmUp: number;
}

/**
 * Measures two things alternately, so that slow changes (heat, other programs) affect both. The order
 * is swapped every other round, so that neither always comes after the other.
 */
export async function alternate(
  own: Measure,
  reference: Measure,
  { rounds, warmUp }: RoundCount,
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
