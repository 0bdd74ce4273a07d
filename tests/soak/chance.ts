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

/** Deals one of the names that fit. */
export type Deck = (isFit: (name: string) => boolean) => string;

/** Deals all names once before any comes again, those in `first` before the others. */
export function createDeck(
  names: readonly string[],
  random: () => number,
  first: readonly string[],
): Deck {
  const others = names.filter((name) => !first.includes(name));
  let cards = [...shuffle(first, random), ...shuffle(others, random)];
  return (isFit) => {
    if (!cards.some(isFit)) cards = [...cards, ...shuffle(names, random)];
    const at = cards.findIndex(isFit);
    const [dealt] = cards.splice(at, 1);
    if (dealt === undefined) throw new Error('no fault fits');
    return dealt;
  };
}
