/**
 * A feed's attributes as the price service sends them: a map of strings to strings. Any key may be
 * missing, and there may be unknown ones.
 */
export type FeedAttributes = Readonly<Record<string, string>>;

/** Returns the attribute `key` if it is a string. Ignores inherited properties of the map. */
export function attribute(attributes: FeedAttributes | undefined, key: string): string | undefined {
  if (attributes === undefined || !Object.hasOwn(attributes, key)) return undefined;
  const value: unknown = attributes[key];
  return typeof value === 'string' ? value : undefined;
}
