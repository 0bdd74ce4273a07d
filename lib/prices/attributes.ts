/**
 * A feed's attributes as the price service sends them (specification section 3): a map of string
 * to string with an open set of keys, of which none is certain to be there.
 */
export type FeedAttributes = Readonly<Record<string, string>>;

// Controls, and the marks that turn or hide text: in a name they can only deceive.
const UNSEEN = /[\p{Cc}\p{Cf}]/gu;
const SPACES = /\s+/g;

/** The attribute `key` when the map itself has it as text; never what an object inherits. */
export function attribute(attributes: FeedAttributes | undefined, key: string): string | undefined {
  if (attributes === undefined || !Object.hasOwn(attributes, key)) return undefined;
  const value: unknown = attributes[key];
  return typeof value === 'string' ? value : undefined;
}

/**
 * Text from outside made fit to show in one line: no control, direction or invisible characters,
 * no lone surrogates, single spaces, at most `limit` code points (the last one `…` where cut).
 */
export function cleanText(text: string, limit: number): string {
  // Cut before the work, which would otherwise grow with whatever the service sends.
  const head = text.length > 8 * limit ? text.slice(0, 8 * limit) : text;
  const clean = head.replace(SPACES, ' ').replace(UNSEEN, '').trim().toWellFormed();
  const points = clean.length > limit ? Array.from(clean) : [];
  return points.length > limit ? `${points.slice(0, limit - 1).join('')}…` : clean;
}
