const FEED_ID = /^(?:0x)?([0-9a-f]{64})$/i;
const HEX = /^(?:0x)?([0-9a-f]+)$/i;

/**
 * Normalizes feed ids: 64 lowercase hex digits without `0x` and duplicates, in the given order.
 * @throws TypeError if there are no ids, or if an id is invalid
 */
export function normaliseIds(ids: readonly string[]): string[] {
  if (!Array.isArray(ids) || ids.length === 0) {
    throw new TypeError('At least one feed id is needed');
  }
  return [...new Set(ids.map(normaliseId))];
}

/** Converts hex to lowercase without `0x`; leaves other texts unchanged. */
export function normaliseAnswerId(id: string): string {
  return HEX.exec(id)?.[1]?.toLowerCase() ?? id;
}

/**
 * Splits ids into as few groups as possible, with URLs of at most `longest` characters. If not even
 * one id fits, each group has one id.
 */
export function splitIds(
  ids: readonly string[],
  urlOf: (ids: readonly string[]) => string,
  longest: number,
): string[][] {
  const [first, second] = ids;
  if (first === undefined || second === undefined) return [[...ids]];
  const oneId = urlOf([first]).length;
  const eachMore = urlOf([first, second]).length - oneId;
  const perGroup = Math.max(1, 1 + Math.floor((longest - oneId) / eachMore));
  return Array.from({ length: Math.ceil(ids.length / perGroup) }, (_, group) =>
    ids.slice(group * perGroup, (group + 1) * perGroup),
  );
}

function normaliseId(id: string, index: number): string {
  const digits = typeof id === 'string' ? FEED_ID.exec(id)?.[1] : undefined;
  if (digits === undefined) {
    throw new TypeError(`ids[${index}] is not a feed id: 64 hex digits, with or without 0x`);
  }
  return digits.toLowerCase();
}
