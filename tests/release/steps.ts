import { performance } from 'node:perf_hooks';

/** One thing that a release needs. */
export interface Step {
  title: string;
  /** Returns what it found, in a few words. Fails by throwing. */
  run: () => Promise<string>;
}

/** Thrown by a step that cannot run here; the message is the reason. */
export class SkipError extends Error {
  override name = 'SkipError';
}

type Outcome = 'done' | 'skipped' | 'failed';

const MARKS: Record<Outcome, string> = { done: '✓', skipped: '–', failed: '✗' };

/**
 * Runs every step, even after a failure, so that one run shows everything that is missing, and
 * prints the list.
 *
 * @returns whether no step failed
 */
export async function runSteps(steps: readonly Step[]): Promise<boolean> {
  const lines: string[] = [];
  let areAllDone = true;
  for (const { title, run } of steps) {
    console.log(`\n── ${title}`);
    const start = performance.now();
    const [outcome, detail] = await resultOf(run);
    const seconds = ((performance.now() - start) / 1_000).toFixed(1);
    console.log(`   ${outcome} after ${seconds} s`);
    lines.push(`${MARKS[outcome]} ${title}: ${detail}`);
    if (outcome === 'failed') areAllDone = false;
  }
  console.log(`\n${lines.join('\n')}`);
  return areAllDone;
}

async function resultOf(run: Step['run']): Promise<[Outcome, detail: string]> {
  try {
    return ['done', await run()];
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    return [error instanceof SkipError ? 'skipped' : 'failed', detail];
  }
}
