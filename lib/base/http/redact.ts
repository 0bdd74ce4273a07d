import { NetworkError } from './errors.ts';

/** Shorter words are not secrets, and removing them would make most texts unreadable. */
const SHORTEST_SECRET = 8;

/** @param isCut whether the text was cut off, perhaps in the middle of a secret */
export type Redact = (text: string, isCut?: boolean) => string;

/**
 * Creates a function that removes secrets from text that the service sent. The error page of a
 * proxy often repeats the path, and sometimes the header that it rejected.
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

/** Returns the length of the longest start of `word` that `text` ends with. */
function partialLength(text: string, word: string): number {
  let length = Math.min(word.length - 1, text.length);
  while (!text.endsWith(word.slice(0, length))) length -= 1;
  return length;
}

/**
 * Creates a NetworkError whose cause is a copy of the platform's error. The original is not used
 * because some platforms store the full URL or the raw bytes in properties of their errors.
 */
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
