import { findBrowser } from '../tools/browsers.ts';
import { buildExtension } from '../tools/build.ts';
import { readArguments } from '../tools/read-arguments.ts';
import { runSoak } from './run-soak.ts';

const HELP = `npm run soak -- [options]

The built extension in a real Chromium against a price service that fails, lies and floods, with its
worker killed, its browser restarted and its settings edited meanwhile. A table of what has to hold
at the end; the exit code is 1 where something does not.

  --seconds N   default 180
  --seed N      repeats the run with this seed; default: another one each time
  --built       takes the extension as it was built last
  --help        this text`;

const values = readArguments({
  seconds: { type: 'string', default: '180' },
  seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  built: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
});
const [seconds, seed] = [Number(values.seconds), Number(values.seed)];

if (values.help) console.log(HELP);
else if (!(seconds >= 60) || !Number.isInteger(seed)) {
  console.error('--seconds takes a number from 60, --seed a whole number.');
  process.exitCode = 1;
} else {
  findBrowser('chromium', { install: true });
  if (!values.built) await buildExtension('chromium');
  const { failed } = await runSoak({ seconds, seed, log: console.log });
  if (failed > 0) {
    console.log(`Repeat this run with: npm run soak -- --seconds ${seconds} --seed ${seed}`);
    process.exitCode = 1;
  }
}
