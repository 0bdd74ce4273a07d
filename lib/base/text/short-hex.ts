const SHOWN_AT_EACH_END = 8;

/** Shortens in the middle, because values with the same beginning are easy to create. */
export function shortHex(value: string): string {
  return value.length <= 2 * SHOWN_AT_EACH_END + 1
    ? value
    : `${value.slice(0, SHOWN_AT_EACH_END)}…${value.slice(-SHOWN_AT_EACH_END)}`;
}
