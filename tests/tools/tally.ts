import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { z } from '../../lib/base/zod.ts';
import { ROOT } from './build.ts';
import { exitCodeOfTool } from './run-tool.ts';

/** The number of tests by result. */
export interface Tally {
  passed: number;
  failed: number;
  skipped: number;
}

export const NOTHING: Tally = { passed: 0, failed: 0, skipped: 0 };

/** A failed test, or a file that failed outside its tests. */
interface FailedTest {
  /** The titles of the test and of what it is in; '' outside tests. */
  title: string;
  /** The messages with their stacks. */
  reason: string;
}

interface FileOutcome extends Tally {
  /** From the project's folder. */
  file: string;
  failures: FailedTest[];
}

const reportSchema = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string(),
      assertionResults: z.array(
        z.object({
          fullName: z.string(),
          status: z.string(),
          failureMessages: z.array(z.string()),
        }),
      ),
    }),
  ),
});

interface Run {
  config: string;
  options?: readonly string[];
  /** Default: all. */
  files?: readonly string[];
  /** Files with such a failure run once more, and count as they end then. */
  isRepeated?: (reason: string) => boolean;
}

/** Runs vitest and counts the tests. A failure outside a test counts as one. */
export async function runVitest(
  run: Run,
): Promise<Tally & { failures: { file: string; title: string }[] }> {
  const { isRepeated = () => false, ...rest } = run;
  const { outcomes, code } = await runOnce(rest);
  const isRepeat = (outcome: FileOutcome): boolean =>
    outcome.failures.some(({ reason }) => isRepeated(reason));
  const files = outcomes.filter(isRepeat).map(({ file }) => file);
  if (files.length === 0) return sumUp(outcomes, code);
  console.log(`\nOnce more, because of the browser: ${files.join(', ')}`);
  const again = await runOnce({ ...rest, files });
  const kept = outcomes.filter((outcome) => !isRepeat(outcome));
  const isOver = kept.every(({ failed }) => failed === 0);
  return sumUp([...kept, ...again.outcomes], isOver ? again.code : code);
}

async function runOnce({
  config,
  options = [],
  files = [],
}: Run): Promise<{ outcomes: FileOutcome[]; code: number }> {
  const folder = await mkdtemp(join(tmpdir(), 'pricelight-tests-'));
  const report = join(folder, 'report.json');
  try {
    // Without it, an outdated snapshot would fail on servers only.
    process.env['CI'] ??= 'true';
    const code = await exitCodeOfTool('vitest', [
      'run',
      '--root=.',
      `--config=${config}`,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
      ...options,
      ...files,
    ]);
    const text = await readFile(report, 'utf8').catch(() => undefined);
    if (text === undefined)
      throw new Error(`vitest ended with exit code ${code}, without a report.`);
    return { outcomes: readReport(text), code };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function readReport(text: string): FileOutcome[] {
  const { testResults } = reportSchema.parse(JSON.parse(text));
  return testResults.map(({ name, status, message, assertionResults: tests }) => {
    const failures = tests
      .filter((test) => test.status === 'failed')
      .map(({ fullName, failureMessages }) => ({
        title: fullName,
        reason: failureMessages.join('\n'),
      }));
    if (status === 'failed' && failures.length === 0) failures.push({ title: '', reason: message });
    const passed = tests.filter((test) => test.status === 'passed').length;
    const failed = tests.filter((test) => test.status === 'failed').length;
    const skipped = tests.length - passed - failed;
    return { file: relative(ROOT, name), passed, failed: failures.length, skipped, failures };
  });
}

function sumUp(
  outcomes: readonly FileOutcome[],
  code: number,
): Tally & { failures: { file: string; title: string }[] } {
  const tally = outcomes.reduce<Tally>(addTallies, NOTHING);
  const failed = Math.max(tally.failed, code === 0 ? 0 : 1);
  const failures = outcomes.flatMap(({ file, failures: tests }) =>
    tests.map(({ title }) => ({ file, title })),
  );
  return { ...tally, failed, failures };
}

export function addTallies(one: Tally, other: Tally): Tally {
  return {
    passed: one.passed + other.passed,
    failed: one.failed + other.failed,
    skipped: one.skipped + other.skipped,
  };
}

/** The closing line. */
export function formatTally({ passed, failed, skipped }: Tally): string {
  return `${passed} passed, ${failed} failed, ${skipped} skipped`;
}
