import { z } from '../zod.ts';
import { InvalidResponseError } from './errors.ts';
import type { PriceUpdate } from './schemas.ts';
import { MAX_ISSUES } from './schemas.ts';

/** Paths can hold attribute names, which are as long as the service likes. */
const LONGEST_ISSUE = 120;

/** As many items of a long list are checked at a time; about 5 ms of work. */
const ITEMS_A_TURN = 500;

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

/**
 * The same for a list that may be long, such as the catalogue: whoever else waits for this thread
 * gets a turn every few items. Given up at the fifth issue.
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
    if (index % ITEMS_A_TURN === 0) await nextTurn();
    const result = z.safeParse(item, value);
    if (result.success) checked.push(result.data);
    else issues.push(...result.error.issues.map((issue) => below(index, issue)));
    if (issues.length >= MAX_ISSUES) break;
  }
  if (issues.length === 0) return checked;
  const described = issues.slice(0, MAX_ISSUES).map(describeIssue);
  const cause = new z.core.$ZodError(issues);
  throw new InvalidResponseError(source.endpoint, source.status, described, { cause });
}

function below(index: number, issue: z.core.$ZodIssue): z.core.$ZodIssue {
  return { ...issue, path: [index, ...issue.path] };
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}

type Reviver = (key: string, value: unknown, context?: { source?: string }) => unknown;

/**
 * Makes every `cap` a bigint from the digits as they were written: a stake cap is a u64, and as a
 * JavaScript number it would be rounded beyond 2^53.
 */
export const reviveExactCaps: Reviver = (key, value, context) => {
  if (key !== 'cap' || typeof value !== 'number') return value;
  const digits = context?.source ?? '';
  if (digits.length <= MOST_DIGITS && /^-?\d+$/.test(digits)) return BigInt(digits);
  // Written as `5.0` or `1e3`, or where the platform does not give the source.
  return Number.isSafeInteger(value) ? BigInt(value) : value;
};

/**
 * One update from the answers to the parts of a split request: all `binary.data`, and all `parsed`
 * items where every part has them.
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

/** V8 quotes the text it could not read, and a proxy's error page may repeat a secret path. */
function withoutQuote(error: unknown): SyntaxError {
  const message = error instanceof Error ? error.message : '';
  return new SyntaxError(message.replace(/,? ?(?:\.{3})?".*"(?:\.{3})?/s, ''));
}

function describeIssue({ path, code }: z.core.$ZodIssue): string {
  return `${path.map(String).join('.') || 'body'}: ${code}`.slice(-LONGEST_ISSUE);
}
