/** One of the choices; `random` gives 0 ≤ x < 1. */
export function pick<T>(choices: readonly T[], random: () => number): T {
  const chosen = choices[Math.floor(random() * choices.length)];
  if (chosen === undefined) throw new Error('there are no choices');
  return chosen;
}

/** The same values in another order. */
export function shuffle<T>(list: readonly T[], random: () => number): T[] {
  return list
    .map((value) => ({ value, order: random() }))
    .toSorted((a, b) => a.order - b.order)
    .map(({ value }) => value);
}

/** All values in a random order, those in `first` before the others; then all again, forever. */
export function* deal<T>(
  values: readonly T[],
  random: () => number,
  first: readonly T[] = [],
): Generator<T, never> {
  const others = values.filter((value) => !first.includes(value));
  yield* [...shuffle(first, random), ...shuffle(others, random)];
  for (;;) yield* shuffle(values, random);
}
