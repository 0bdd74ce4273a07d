import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from '../../lib/base/zod.ts';
import { exitCodeOfTool } from './run-tool.ts';

/** The number of tests by result. */
export interface Tally {
  passed: number;
  failed: number;
  skipped: number;
}

export const NOTHING: Tally = { passed: 0, failed: 0, skipped: 0 };

const reportSchema = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numPendingTests: z.number(),
  numTodoTests: z.number(),
});

/** Runs vitest and counts the tests. A failure outside a test counts as one. */
export async function runVitest(config: string, args: string[]): Promise<Tally> {
  const folder = await mkdtemp(join(tmpdir(), 'pricelight-tests-'));
  const file = join(folder, 'report.json');
  try {
    const code = await exitCodeOfTool('vitest', [
      'run',
      '--root=.',
      `--config=${config}`,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${file}`,
      ...args,
    ]);
    const tally = await readReport(file);
    return code === 0 || tally.failed > 0 ? tally : { ...tally, failed: 1 };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function readReport(file: string): Promise<Tally> {
  const text = await readFile(file, 'utf8').catch(() => undefined);
  if (text === undefined) return NOTHING;
  const report = reportSchema.parse(JSON.parse(text));
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

export function addTallies(one: Tally, other: Tally): Tally {
  return {
    passed: one.passed + other.passed,
    failed: one.failed + other.failed,
    skipped: one.skipped + other.skipped,
  };
}

/** The closing line: `N passed, N failed`, with the skipped ones if there are any. */
export function formatTally({ passed, failed, skipped }: Tally): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}
