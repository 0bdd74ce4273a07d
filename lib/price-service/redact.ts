import { NetworkError } from './errors.ts';

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

/**
 * A NetworkError whose cause is a copy of what the platform threw: some platforms keep the whole
 * URL or the raw bytes in properties of their errors, next to a harmless message.
 */
export function createNetworkError(
  { redact }: { redact: (text: string) => string },
  endpoint: string,
  { cause, broken = false }: { cause: unknown; broken?: boolean },
): NetworkError {
  const what = broken ? 'The connection broke' : 'The price service could not be reached';
  return new NetworkError(endpoint, what, { cause: copyError(cause, redact) });
}

function copyError(error: unknown, redact: (text: string) => string, depth = 0): unknown {
  if (!(error instanceof Error) || depth > 3) return undefined;
  const cause = copyError(error.cause, redact, depth + 1);
  const copy = new Error(redact(error.message), cause === undefined ? {} : { cause });
  copy.name = error.name;
  if ('code' in error && typeof error.code === 'string') Object.assign(copy, { code: error.code });
  return copy;
}
