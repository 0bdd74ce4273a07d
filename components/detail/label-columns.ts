/**
 * Distributes labels over columns, so that none covers another: each gets the first column in which
 * the label above it is far enough away. If all columns are full, the one with the most space.
 *
 * @param centers vertical positions of the labels, in pixels
 * @param size height of a label, in pixels
 * @param count of the columns, at least 1
 * @returns the column of each label, in the order of `centers`
 */
export function labelColumns(
  centers: readonly number[],
  size: number,
  count: number,
): readonly number[] {
  const lowest = Array<number>(count).fill(-Infinity);
  const columns = centers.map(() => 0);
  const order = [...centers.entries()].toSorted(([, a], [, b]) => a - b);
  for (const [index, center] of order) {
    const free = lowest.findIndex((above) => center - above >= size);
    const column = free >= 0 ? free : lowest.indexOf(Math.min(...lowest));
    columns[index] = column;
    lowest[column] = center;
  }
  return columns;
}
