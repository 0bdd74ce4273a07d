/** Measures one thing once. */
export type Take = () => number | Promise<number>;

/** How often a pair is measured, and how often before that for nothing. */
export interface RoundCount {
  rounds: number;
  warmUp: number;
}

/**
 * Measures two things in turn, A/B/A/B: what changes slowly (heat, other programs) meets both. In
 * every other round the second comes first, so that neither always follows the other.
 */
export async function alternate(
  own: Take,
  reference: Take,
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
