import { z } from '../base/zod.ts';
import { InvalidResponseError } from './errors.ts';
import type { PriceUpdate } from './schemas.ts';
import { MAX_ISSUES } from './schemas.ts';

/** Issue paths can contain attribute names, and the service may send names of any length. */
const LONGEST_ISSUE = 120;

/** How many items of a long list are checked per turn: about 5 ms of work. */
const ITEMS_PER_TURN = 500;

/** No genuine integer has more digits. The time that BigInt takes grows with the digits. */
const MOST_DIGITS = 100;

interface Source {
  endpoint: string;
  status: number;
}

/**
 * Parses an answer as JSON and checks its shape.
 *
 * @throws InvalidResponseError with the endpoint, status and issues
 */
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

/**
 * Like `readAnswer`, for a list that may be long, such as the catalog. Other tasks of the thread
 * get a turn every few items. It stops at the fifth issue.
 *
 * @throws InvalidResponseError with the endpoint, status and issues
 */
export async function readLongList<Item extends z.ZodMiniType>(
  item: Item,
  text: string,
  source: Source,
): Promise<z.output<Item>[]> {
  const values = readAnswer(z.array(z.unknown()), text, source);
  const checked: z.output<Item>[] = [];
  const issues: z.core.$ZodIssue[] = [];
  for (const [index, value] of values.entries()) {
    if (index % ITEMS_PER_TURN === 0) await nextTurn();
    const result = z.safeParse(item, value);
    if (result.success) checked.push(result.data);
    else issues.push(...result.error.issues.map((issue) => atIndex(index, issue)));
    if (issues.length >= MAX_ISSUES) break;
  }
  if (issues.length === 0) return checked;
  const described = issues.slice(0, MAX_ISSUES).map(describeIssue);
  const cause = new z.core.$ZodError(issues);
  throw new InvalidResponseError(source.endpoint, source.status, described, { cause });
}

function atIndex(index: number, issue: z.core.$ZodIssue): z.core.$ZodIssue {
  return { ...issue, path: [index, ...issue.path] };
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}

type Reviver = (key: string, value: unknown, context?: { source?: string }) => unknown;

/**
 * Reads every `cap` as a bigint from its digits in the text. A stake cap is a u64, which a
 * JavaScript number would round above 2^53.
 */
export const reviveExactCaps: Reviver = (key, value, context) => {
  if (key !== 'cap' || typeof value !== 'number') return value;
  const digits = context?.source ?? '';
  if (digits.length <= MOST_DIGITS && /^-?\d+$/.test(digits)) return BigInt(digits);
  // The number is written as `5.0` or `1e3`, or the platform does not provide the source text.
  return Number.isSafeInteger(value) ? BigInt(value) : value;
};

/**
 * Joins the answers to a split request into one update: all `binary.data`, and all `parsed` items
 * if every part has them.
 *
 * @throws InvalidResponseError if the parts differ in their encoding
 */
export function joinPriceUpdates(endpoint: string, parts: PriceUpdate[]): PriceUpdate {
  return parts.reduce((joined, part) => joinTwo(endpoint, joined, part));
}

function joinTwo(endpoint: string, one: PriceUpdate, two: PriceUpdate): PriceUpdate {
  const { encoding } = one.binary;
  if (two.binary.encoding !== encoding) {
    throw new InvalidResponseError(endpoint, 200, ['binary.encoding: differs between the parts']);
  }
  const binary = { data: [...one.binary.data, ...two.binary.data], encoding };
  return one.parsed && two.parsed ? { binary, parsed: [...one.parsed, ...two.parsed] } : { binary };
}

function parseJson(text: string, source: Source, reviver?: Reviver): unknown {
  try {
    return JSON.parse(text, reviver);
  } catch (error) {
    const cause = withoutQuote(error);
    throw new InvalidResponseError(source.endpoint, source.status, ['body: not JSON'], { cause });
  }
}

/** V8 quotes the text that it could not parse, and a proxy's error page may contain secrets. */
function withoutQuote(error: unknown): SyntaxError {
  const message = error instanceof Error ? error.message : '';
  return new SyntaxError(message.replace(/,? ?(?:\.{3})?".*"(?:\.{3})?/s, ''));
}

function describeIssue({ path, code }: z.core.$ZodIssue): string {
  return `${path.map(String).join('.') || 'body'}: ${code}`.slice(-LONGEST_ISSUE);
}
