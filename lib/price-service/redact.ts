import { NetworkError } from './errors.ts';

/** Shorter words are no secrets, and blanking them would make any text unreadable. */
const SHORTEST_SECRET = 8;

/** @param isCut the text ends where reading stopped, perhaps within a secret */
export type Redact = (text: string, isCut?: boolean) => string;

/**
 * Blanks secrets in text that the service sent: a proxy's error page likes to repeat the path and
 * sometimes the header it refused.
 */
export function createRedactor(prefix: string, headers: Headers): Redact {
  const values = [...headers.values()];
  const words = [
    prefix,
    ...prefix.split('/'),
    ...values,
    ...values.flatMap((value) => value.split(/\s+/)),
  ].filter((word) => word.length >= SHORTEST_SECRET);
  const longestFirst = [...new Set(words)].toSorted((a, b) => b.length - a.length);
  return (text, isCut = false) => {
    const rest = longestFirst.reduce((blanked, word) => blanked.replaceAll(word, '…'), text);
    return isCut ? dropStartedWord(rest, longestFirst) : rest;
  };
}

function dropStartedWord(text: string, words: readonly string[]): string {
  const started = words.map((word) => startedLength(text, word));
  return text.slice(0, text.length - Math.max(0, ...started));
}

/** How many of the word's first characters the text ends with. */
function startedLength(text: string, word: string): number {
  let length = Math.min(word.length - 1, text.length);
  while (!text.endsWith(word.slice(0, length))) length -= 1;
  return length;
}

/**
 * A NetworkError whose cause is a copy of what the platform threw: some platforms keep the whole
 * URL or the raw bytes in properties of their errors, next to a harmless message.
 */
export function createNetworkError(
  { redact }: { redact: Redact },
  endpoint: string,
  { cause, broken = false }: { cause: unknown; broken?: boolean },
): NetworkError {
  const what = broken ? 'The connection broke' : 'The price service could not be reached';
  return new NetworkError(endpoint, what, { cause: copyError(cause, redact) });
}

function copyError(error: unknown, redact: Redact, depth = 0): unknown {
  if (!(error instanceof Error) || depth > 3) return undefined;
  const cause = copyError(error.cause, redact, depth + 1);
  const copy = new Error(redact(error.message), cause === undefined ? {} : { cause });
  copy.name = error.name;
  if ('code' in error && typeof error.code === 'string') Object.assign(copy, { code: error.code });
  return copy;
}
