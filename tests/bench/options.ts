import { parseArgs } from 'node:util';

export const BENCH_HELP = `npm run bench -- [options]

Measures Pricelight and its references in alternating rounds and compares the results with budgets.
Writes .output/bench.json and .output/bench-growth.svg. Exits with 1 if a budget is missed by more
than the spread or if a bench fails.

  --only PATTERN   run only benches and rows whose name matches this regular expression
  --quick          few, short rounds: rough results in a few minutes
  --minutes N      how long to watch the worker's memory (default 10)
  --no-build       measure the existing build in .output
  --list           list the benches
  --help           show this help`;

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

/** Invalid arguments; the message is a sentence for the user. */
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
    throw new BenchUsageError(`--only needs a regular expression.`, { cause: error });
  }
}

// Growth is measured from the end of the first minute, so a run must be longer than that.
function minutesOf(text: string): number {
  const minutes = Number(text);
  if (Number.isFinite(minutes) && minutes >= QUICK_MINUTES) return minutes;
  throw new BenchUsageError(`--minutes needs a number of at least ${QUICK_MINUTES}.`);
}
