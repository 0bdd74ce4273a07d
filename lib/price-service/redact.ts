/** Shorter words are no secrets, and blanking them would make any text unreadable. */
const SHORTEST_SECRET = 8;

/**
 * Blanks secrets in text that the service sent: a proxy's error page likes to repeat the path and
 * sometimes the header it refused.
 */
export function createRedactor(prefix: string, headers: Headers): (text: string) => string {
  const values = [...headers.values()];
  const words = [
    prefix,
    ...prefix.split('/'),
    ...values,
    ...values.flatMap((value) => value.split(/\s+/)),
  ].filter((word) => word.length >= SHORTEST_SECRET);
  const longestFirst = [...new Set(words)].toSorted((a, b) => b.length - a.length);
  return (text) => longestFirst.reduce((rest, word) => rest.replaceAll(word, '…'), text);
}
