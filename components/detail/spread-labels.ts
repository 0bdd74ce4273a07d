/**
 * Moves labels apart as little as needed, so that none covers another and all are within a length,
 * as long as there is room for all.
 *
 * @param centers where the labels belong, in pixels
 * @param size height of a label
 * @param length that the labels must fit in
 * @returns the center of each label, in the order of `centers`
 */
export function spreadLabels(
  centers: readonly number[],
  size: number,
  length: number,
): readonly number[] {
  const order = [...centers.keys()].toSorted((a, b) => (centers[a] ?? 0) - (centers[b] ?? 0));
  const placed = [...centers];
  let edge = 0;
  for (const index of order) {
    placed[index] = Math.max(placed[index] ?? 0, edge + size / 2);
    edge = (placed[index] ?? 0) + size / 2;
  }
  edge = length;
  for (const index of order.toReversed()) {
    placed[index] = Math.min(placed[index] ?? 0, edge - size / 2);
    edge = (placed[index] ?? 0) - size / 2;
  }
  return placed;
}
