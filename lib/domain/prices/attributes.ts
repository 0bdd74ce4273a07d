/** As the price service sends them: any key may be missing, and there may be unknown ones. */
export type FeedAttributes = Readonly<Record<string, string>>;

/** Ignores inherited properties. */
export function attribute(attributes: FeedAttributes | undefined, key: string): string | undefined {
  if (attributes === undefined || !Object.hasOwn(attributes, key)) return undefined;
  const value: unknown = attributes[key];
  return typeof value === 'string' ? value : undefined;
}
