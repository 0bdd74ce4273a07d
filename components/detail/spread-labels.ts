/**
 * Moves labels apart that would overlap, each as little as possible in this order, and into the
 * area. If there is no space for all of them, they overlap evenly.
 *
 * @param centers vertical positions of the labels, in pixels
 * @param size height of a label
 * @param height of the area
 * @returns the new positions, in the order of `centers`
 */
export function spreadLabels(
  centers: readonly number[],
  size: number,
  height: number,
): readonly number[] {
  const distance = Math.min(size, (height - size) / Math.max(1, centers.length - 1));
  const order = centers.map((_, index) => index).toSorted((a, b) => centers[a]! - centers[b]!);
  const placed = [...centers];
  let least = size / 2;
  for (const index of order) {
    placed[index] = Math.max(least, placed[index]!);
    least = placed[index] + distance;
  }
  let most = height - size / 2;
  for (const index of order.toReversed()) {
    placed[index] = Math.min(most, placed[index]!);
    most = placed[index] - distance;
  }
  return placed;
}
