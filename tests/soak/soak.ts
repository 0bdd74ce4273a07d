import '../tools/english.ts';
import { randomInt } from 'node:crypto';
import { provideBrowser } from '../tools/install-browser.ts';
import { buildExtension } from '../tools/build.ts';
import { readArguments } from '../tools/read-arguments.ts';
import { runSoak } from './run-soak.ts';

const HELP = `npm run soak -- [options]

Runs the built extension in a real Chromium against local price services that fail, lie and flood.
Meanwhile it kills the worker, restarts the browser, edits settings, steps the extension's clock, and
removes and restores the trusted signers. Prints the seed first and, at the end, a table of checks;
the exit code is 1 if any of them fails.

  --seconds N   at least; default 180
  --services N  1, or 3 that agree, each of which fails by a schedule of its own; default 1
  --seed N      repeats the run with this seed; default: a new one each time
  --built       uses the extension as built last
  --help        this text`;

const values = readArguments({
  seconds: { type: 'string', default: '180' },
  seed: { type: 'string', default: String(randomInt(1_000_000)) },
  services: { type: 'string', default: '1' },
  built: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
});
const [seconds, seed, services] = [values.seconds, values.seed, values.services].map(Number);

if (values.help) console.log(HELP);
else if (!seconds || seconds < 60 || !Number.isInteger(seed) || ![1, 3].includes(services ?? 0)) {
  console.error('--seconds takes a number from 60, --seed a whole number, --services 1 or 3.');
  process.exitCode = 1;
} else {
  await provideBrowser('chromium');
  if (!values.built) await buildExtension('chromium');
  const options = { seconds, seed: seed ?? 0, services: services ?? 1, isTimed: true };
  const { failed } = await runSoak({ ...options, log: console.log });
  if (failed > 0) process.exitCode = 1;
}
