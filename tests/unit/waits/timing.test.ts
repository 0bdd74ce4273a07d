import { globSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from '../../tools/build.ts';
import { parseSource, readSource } from '../base/locale/syntax-tree.ts';
import { findTimingFaults } from './timing-faults.ts';

const FOLDERS = 'unit,components,browser,tools,price-service,history-service';

const WAIT = 'a wait with a limit of its own';
const TEST = 'a test with little more time than a wait';
const PAUSE = 'a pause';
const ELAPSED = 'an assertion about elapsed time';

/** What may stay, and why. */
const ALLOWED: ReadonlyArray<[file: string, what: string, reason: string]> = [
  ['browser/page-output.ts', PAUSE, 'between two buttons'],
  ['tools/chromium-worker.ts', PAUSE, 'between two collections of garbage'],
  ['tools/launch-extension.ts', WAIT, 'after it, another installation is used'],
  ['tools/start.ts', PAUSE, 'prints again and again; not a test'],
  ['tools/until.ts', PAUSE, 'between two checks of a wait'],
];

it('no test depends on the speed of the machine', () => {
  const tests = join(ROOT, 'tests');
  const used = new Set<unknown>();
  const found = globSync(`{${FOLDERS}}/**/*.{ts,tsx}`, { cwd: tests })
    .toSorted()
    .flatMap((file) =>
      findTimingFaults(readSource(join(tests, file))).flatMap(({ line, what }) => {
        const allowed = ALLOWED.find(([place, kind]) => place === file && kind === what);
        if (allowed) used.add(allowed);
        return allowed ? [] : [`tests/${file}:${line} ${what}`];
      }),
    );
  expect(found).toEqual([]);
  expect(ALLOWED.filter((allowed) => !used.has(allowed))).toEqual([]);
});

it.each([
  ['await vi.waitFor(check, 900);', WAIT],
  ['await expect.poll(read, { timeout: 5 * SECOND }).toBe(1); const SECOND = 1_000;', WAIT],
  ["await screen.findByRole('row', {}, { timeout: 5_000 });", WAIT],
  ["await until(isDone, { what: 'it', timeoutMs: 8_000 });", WAIT],
  ["it.each([1])('%d', { timeout: 9_000 }, run);", TEST],
  ["describe('it', () => {}, 9_000);", TEST],
  ['vi.setConfig({ testTimeout: 9_000 });', TEST],
  ['await new Promise((done) => setTimeout(done, 50));', PAUSE],
  ['await pause(50);', PAUSE],
  ['const took = Date.now() - before; expect(took).toBeLessThan(5_000);', ELAPSED],
  ['expect(run()).toBeLessThan(5); function run() { return performance.now() - start; }', ELAPSED],
  ['expect(pausedUntil).toBeGreaterThan(Date.now() + 5_000);', ELAPSED],
])('finds a fault in: %s', (text, what) => {
  expect(findTimingFaults(parseSource(text))).toEqual([{ line: 1, what }]);
});
