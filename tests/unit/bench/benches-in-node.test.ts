import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { ROOT } from '../../tools/build.ts';

// A process of its own: here, the modules of the worker would find the browser of the tests.
const RUN = `
  await import('./tests/bench/fake-browser.ts');
  const { searchKeystroke } = await import('./tests/bench/search.ts');
  const { workerCpu } = await import('./tests/bench/worker-cpu.ts');
  const rows = [];
  for (const bench of [searchKeystroke, workerCpu]) rows.push(...await bench.run({ quick: true }));
  console.log(JSON.stringify(rows.map(({ name, samples }) => [name, samples.length])));
`;

test('the benches that run in Node find a browser there', { timeout: 120_000 }, async () => {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--input-type=module', '--eval', RUN],
    { cwd: ROOT },
  );
  expect(JSON.parse(stdout)).toEqual([
    ['search-keystroke', 5],
    ['worker-cpu-100', 5],
    ['worker-cpu-100-signed', 5],
  ]);
});
