const SHOWN_AT_EACH_END = 8;

/** Shortens a hex value in the middle: it is easy to create values with the same beginning. */
export function shortHex(value: string): string {
  return value.length <= 2 * SHOWN_AT_EACH_END + 1
    ? value
    : `${value.slice(0, SHOWN_AT_EACH_END)}…${value.slice(-SHOWN_AT_EACH_END)}`;
}
