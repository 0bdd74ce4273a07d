import type { z } from '../zod.ts';
import { InvalidResponseError } from './errors.ts';
import type { PriceUpdate } from './schemas.ts';
import { MAX_ISSUES } from './schemas.ts';

/** Paths can hold attribute names, which are as long as the service likes. */
const LONGEST_ISSUE = 120;

/** No whole number in an answer has more digits; BigInt takes ever longer for longer ones. */
const MOST_DIGITS = 100;

interface Source {
  endpoint: string;
  status: number;
}

/** Text → JSON → shape. @throws InvalidResponseError naming endpoint, status and issues */
export function readAnswer<Schema extends z.ZodMiniType>(
  schema: Schema,
  text: string,
  source: Source,
  reviver?: Reviver,
): z.output<Schema> {
  const result = schema.safeParse(parseJson(text, source, reviver));
  if (result.success) return result.data;
  const issues = result.error.issues.slice(0, MAX_ISSUES).map(describeIssue);
  throw new InvalidResponseError(source.endpoint, source.status, issues, { cause: result.error });
}

type Reviver = (key: string, value: unknown, context?: { source?: string }) => unknown;

/**
 * Makes every `cap` a bigint from the digits as they were written: a stake cap is a u64, and as a
 * JavaScript number it would be rounded beyond 2^53.
 */
export const reviveExactCaps: Reviver = (key, value, context) => {
  if (key !== 'cap' || typeof value !== 'number') return value;
  const digits = context?.source ?? '';
  return digits.length <= MOST_DIGITS && /^-?\d+$/.test(digits) ? BigInt(digits) : value;
};

/**
 * One update from the answers to the parts of a split request: all `binary.data`, and all `parsed`
 * items where every part has them.
 */
export function joinPriceUpdates(endpoint: string, parts: readonly PriceUpdate[]): PriceUpdate {
  const [first, ...rest] = parts;
  if (!first || rest.length === 0) return first as PriceUpdate;
  const { encoding } = first.binary;
  if (rest.some((part) => part.binary.encoding !== encoding)) {
    throw new InvalidResponseError(endpoint, 200, ['binary.encoding: differs between the parts']);
  }
  const binary = { data: parts.flatMap((part) => part.binary.data), encoding };
  const parsed = parts.map((part) => part.parsed);
  if (!parsed.every((items) => items !== null && items !== undefined)) return { binary };
  return { binary, parsed: parsed.flat() };
}

function parseJson(text: string, source: Source, reviver?: Reviver): unknown {
  try {
    return JSON.parse(text, reviver);
  } catch (error) {
    const cause = withoutQuote(error);
    throw new InvalidResponseError(source.endpoint, source.status, ['body: not JSON'], { cause });
  }
}

/** V8 quotes the text it could not read, and a proxy's error page may repeat a secret path. */
function withoutQuote(error: unknown): SyntaxError {
  const message = error instanceof Error ? error.message : '';
  return new SyntaxError(message.replace(/,? ?(?:\.{3})?".*"(?:\.{3})?/s, ''));
}

function describeIssue({ path, code }: z.core.$ZodIssue): string {
  return `${path.map(String).join('.') || 'body'}: ${code}`.slice(-LONGEST_ISSUE);
}
