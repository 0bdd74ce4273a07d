import { nextTurn } from '../next-turn.ts';
import { z } from '../zod.ts';
import { exceededLimit, type AnswerLimits } from './answer-limits.ts';
import { InvalidResponseError } from './errors.ts';

/** Limits the number of issues, because a hostile response could cause millions. */
export const MAX_ISSUES = 5;

/** The service can put names of any length into issue paths. */
const LONGEST_ISSUE = 120;

/** About 5 ms of work. */
const ITEMS_PER_TURN = 500;

/** Names the response in errors. */
export interface ResponseSource {
  endpoint: string;
  status: number;
  /** Limits checked before parsing. */
  limits?: AnswerLimits;
}

/** @throws InvalidResponseError with the endpoint, status and issues */
export function readAnswer<Schema extends z.ZodMiniType>(
  schema: Schema,
  text: string,
  source: ResponseSource,
  reviver?: Reviver,
): z.output<Schema> {
  const result = schema.safeParse(parseJson(text, source, reviver));
  if (result.success) return result.data;
  const issues = result.error.issues.slice(0, MAX_ISSUES).map(describeIssue);
  throw new InvalidResponseError(source.endpoint, source.status, issues, { cause: result.error });
}

/**
 * Like `readAnswer` for a long list, such as the catalog. Yields to other tasks every few items.
 * Stops at the fifth issue.
 * @throws InvalidResponseError with the endpoint, status and issues
 */
export async function readLongList<Item extends z.ZodMiniType>(
  item: Item,
  text: string,
  source: ResponseSource,
): Promise<z.output<Item>[]> {
  checkLimits(text, source);
  // The limits and the parsing of megabytes have a turn each.
  await nextTurn();
  const { limits: _checked, ...unlimited } = source;
  const values = readAnswer(z.array(z.unknown()), text, unlimited);
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

/** What `JSON.parse` passes to a reviver. Older platforms have no `context`. */
export type Reviver = (key: string, value: unknown, context?: { source?: string }) => unknown;

function checkLimits(text: string, { endpoint, status, limits }: ResponseSource): void {
  const exceeded = limits ? exceededLimit(text, limits) : null;
  if (exceeded === null) return;
  throw new InvalidResponseError(endpoint, status, [`body: ${exceeded}`], { isTooLarge: true });
}

function parseJson(text: string, source: ResponseSource, reviver?: Reviver): unknown {
  checkLimits(text, source);
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
