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
  /** From the project's folder. */
  file: string;
  /** The titles of the test and of what it is in; '' outside tests. */
  title: string;
}

const reportSchema = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numPendingTests: z.number(),
  numTodoTests: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      assertionResults: z.array(z.object({ fullName: z.string(), status: z.string() })),
    }),
  ),
});

/** Runs vitest and counts the tests. A failure outside a test counts as one. */
export async function runVitest(
  config: string,
  args: string[],
): Promise<Tally & { failures: FailedTest[] }> {
  const folder = await mkdtemp(join(tmpdir(), 'pricelight-tests-'));
  const file = join(folder, 'report.json');
  try {
    // Without it, an outdated snapshot would fail on servers only.
    process.env['CI'] ??= 'true';
    const code = await exitCodeOfTool('vitest', [
      'run',
      '--root=.',
      `--config=${config}`,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${file}`,
      ...args,
    ]);
    const text = await readFile(file, 'utf8').catch(() => undefined);
    if (text === undefined)
      throw new Error(`vitest ended with exit code ${code}, without a report.`);
    const { tally, failures } = readReport(text);
    const failed = Math.max(failures.length, code === 0 ? 0 : 1);
    return { ...tally, failed, failures };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function readReport(text: string): { tally: Tally; failures: FailedTest[] } {
  const report = reportSchema.parse(JSON.parse(text));
  const failures = report.testResults.flatMap(({ name, status, assertionResults }) => {
    const file = relative(ROOT, name);
    const failed = assertionResults
      .filter((test) => test.status === 'failed')
      .map(({ fullName }) => ({ file, title: fullName }));
    return status === 'failed' && failed.length === 0 ? [{ file, title: '' }] : failed;
  });
  const skipped = report.numPendingTests + report.numTodoTests;
  return { tally: { passed: report.numPassedTests, failed: failures.length, skipped }, failures };
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
