/**
 * A feed's attributes as the price service sends them: a map of string
 * to string with an open set of keys, of which none is certain to be there.
 */
export type FeedAttributes = Readonly<Record<string, string>>;

/** The attribute `key` when the map itself has it as text; never what an object inherits. */
export function attribute(attributes: FeedAttributes | undefined, key: string): string | undefined {
  if (attributes === undefined || !Object.hasOwn(attributes, key)) return undefined;
  const value: unknown = attributes[key];
  return typeof value === 'string' ? value : undefined;
}
