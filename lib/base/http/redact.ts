import { NetworkError } from './errors.ts';

/** Removing shorter words would make most texts unreadable. */
const SHORTEST_SECRET = 8;

/** @param isCut whether the text was cut off, perhaps within a secret */
export type Redact = (text: string, isCut?: boolean) => string;

/**
 * Removes secrets from text that the service sent. A proxy's error page often repeats the path or a
 * rejected header.
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
    const redacted = longestFirst.reduce((result, word) => result.replaceAll(word, '…'), text);
    return isCut ? dropPartialWord(redacted, longestFirst) : redacted;
  };
}

function dropPartialWord(text: string, words: readonly string[]): string {
  const lengths = words.map((word) => partialLength(text, word));
  return text.slice(0, text.length - Math.max(0, ...lengths));
}

/** The length of the longest start of `word` that `text` ends with. */
function partialLength(text: string, word: string): number {
  let length = Math.min(word.length - 1, text.length);
  while (!text.endsWith(word.slice(0, length))) length -= 1;
  return length;
}

/** The cause is a copy, because some platforms store the full URL or raw bytes in their errors. */
export function createNetworkError(
  { redact }: { redact: Redact },
  endpoint: string,
  { cause, broken = false }: { cause: unknown; broken?: boolean },
): NetworkError {
  const problem = broken ? 'broken' : 'unreachable';
  return new NetworkError(endpoint, problem, { cause: copyError(cause, redact) });
}

function copyError(error: unknown, redact: Redact, depth = 0): unknown {
  if (!(error instanceof Error) || depth > 3) return undefined;
  const cause = copyError(error.cause, redact, depth + 1);
  const copy = new Error(redact(error.message), cause === undefined ? {} : { cause });
  copy.name = error.name;
  if ('code' in error && typeof error.code === 'string') Object.assign(copy, { code: error.code });
  return copy;
}
