import { parseArgs } from 'node:util';

export const BENCH_HELP = `npm run bench -- [options]

Measures Pricelight beside references, in rounds that take turns, and judges it by its budgets.
Writes .output/bench.json and .output/bench-growth.svg. Ends with 1 where a budget is missed by
more than the spread, or where something could not be measured.

  --only PATTERN   the benches and rows whose name holds this text (a regular expression)
  --quick          few and short rounds: rough figures in a few minutes
  --minutes N      how long the worker's memory is watched; default 10
  --no-build       measures what .output holds
  --list           names the benches
  --help           this text`;

export interface BenchOptions {
  only: RegExp | undefined;
  quick: boolean;
  minutes: number;
  build: boolean;
  list: boolean;
  help: boolean;
}

const DEFAULT_MINUTES = 10;
const QUICK_MINUTES = 1.5;

/** Arguments that cannot be followed, in one sentence. */
export class BenchUsageError extends Error {
  override name = 'BenchUsageError';
}

/** @throws BenchUsageError */
export function parseBenchOptions(args: string[]): BenchOptions {
  const values = parse(args);
  const quick = values.quick ?? false;
  return {
    only: values.only === undefined ? undefined : patternOf(values.only),
    quick,
    minutes:
      values.minutes === undefined
        ? quick
          ? QUICK_MINUTES
          : DEFAULT_MINUTES
        : minutesOf(values.minutes),
    build: !values['no-build'],
    list: values.list ?? false,
    help: values.help ?? false,
  };
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      options: {
        only: { type: 'string' },
        quick: { type: 'boolean' },
        minutes: { type: 'string' },
        'no-build': { type: 'boolean' },
        list: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    }).values;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new BenchUsageError(`${reason} (see --help)`, { cause: error });
  }
}

function patternOf(text: string): RegExp {
  try {
    return new RegExp(text, 'i');
  } catch (error) {
    throw new BenchUsageError(`--only takes a regular expression.`, { cause: error });
  }
}

// The growth is counted from the first minute on.
function minutesOf(text: string): number {
  const minutes = Number(text);
  if (Number.isFinite(minutes) && minutes >= QUICK_MINUTES) return minutes;
  throw new BenchUsageError(`--minutes takes a number of ${QUICK_MINUTES} or more.`);
}
