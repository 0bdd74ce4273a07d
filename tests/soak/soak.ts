import '../tools/english.ts';
import { randomInt } from 'node:crypto';
import { provideBrowser } from '../tools/install-browser.ts';
import { buildExtension } from '../tools/build.ts';
import { readArguments } from '../tools/read-arguments.ts';
import { runSoak } from './run-soak.ts';

const HELP = `npm run soak -- [options]

Runs the built extension in a real Chromium against a local price service that fails, lies and
floods. Meanwhile it kills the worker, restarts the browser, edits settings, steps the extension's
clock, and removes and restores the trusted signers. Prints the seed first and, at the end, a table
of checks; the exit code is 1 if any of them fails.

  --seconds N   default 180
  --services N  several services, each of which fails by a schedule of its own; default 1
  --seed N      repeats the run with this seed; default: a new one each time
  --built       uses the extension as built last
  --help        this text`;

const MAX_SEED = 1_000_000;

const values = readArguments({
  seconds: { type: 'string', default: '180' },
  seed: { type: 'string', default: String(randomInt(MAX_SEED)) },
  services: { type: 'string', default: '1' },
  built: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
});
const [seconds, seed] = [Number(values.seconds), Number(values.seed)];
const services = Number(values.services);

if (values.help) console.log(HELP);
else if (!(seconds >= 60) || !Number.isInteger(seed)) {
  console.error('--seconds takes a number from 60, --seed a whole number.');
  process.exitCode = 1;
} else if (![1, 2, 3, 4, 5].includes(services)) {
  console.error('--services takes a whole number from 1 to 5.');
  process.exitCode = 1;
} else {
  await provideBrowser('chromium');
  if (!values.built) await buildExtension('chromium');
  const { failed } = await runSoak({ seconds, seed, services, log: console.log });
  if (failed > 0) process.exitCode = 1;
}
