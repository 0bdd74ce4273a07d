// First, because the other modules look for a browser when they are loaded.
import './fake-browser.ts';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { provideBrowser } from '../tools/install-browser.ts';
import { buildExtension, OUTPUT } from '../tools/build.ts';
import { readArguments } from '../tools/read-arguments.ts';
import { candleLines } from './candle-lines.ts';
import { dataDay } from './data-day.ts';
import { frames } from './frames.ts';
import { leanBytes } from './lean-bytes.ts';
import { judge, type Bench, type Measured } from './measure.ts';
import { popupLoad } from './popup-load.ts';
import { popupOpen } from './popup-open.ts';
import { cellsOf, describeMachine, noteOf } from './report.ts';
import { searchKeystroke } from './search.ts';
import { sizes } from './sizes.ts';
import { streamPaint } from './stream-paint.ts';
import { takeover } from './takeover.ts';
import { turns } from './turns.ts';
import { workerCpu } from './worker-cpu.ts';
import { workerMinute } from './worker-minute.ts';
import { workerWake } from './worker-wake.ts';

/** All benches, shortest first. */
const BENCHES: readonly Bench[] = [
  sizes,
  leanBytes,
  searchKeystroke,
  workerCpu,
  turns,
  candleLines,
  popupLoad,
  popupOpen,
  streamPaint,
  frames,
  workerWake,
  takeover,
  dataDay,
  workerMinute,
];

const HELP = `npm run bench -- [options]

Measures Pricelight, where possible against a reference in alternating rounds, and compares the
results with budgets. Writes .output/bench.json. The exit code is 1 if a budget is missed by more than
the spread or if a bench fails.

  --only PATTERN   only benches whose name matches this regular expression
  --quick          few, short rounds: rough results in a few minutes
  --built          measures the extension as built last
  --help           this text

${BENCHES.map(({ name, what }) => `  ${name.padEnd(17)}${what}`).join('\n')}`;

const values = readArguments({
  only: { type: 'string', default: '' },
  quick: { type: 'boolean', default: false },
  built: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
});
const only = new RegExp(values.only, 'i');

if (values.help) console.log(HELP);
else await run(BENCHES.filter(({ name }) => only.test(name)));

async function run(benches: readonly Bench[]): Promise<void> {
  await provideBrowser('chromium');
  if (!values.built) await buildExtension('chromium');
  const rows: Measured[] = [];
  const failed: string[] = [];
  for (const bench of benches) {
    console.log(`\n${bench.name}: ${bench.what} …`);
    try {
      const measured = await bench.run({ quick: values.quick });
      rows.push(...measured);
      console.table(tableOf(measured));
    } catch (error) {
      // A failed bench must not cost the results of the others.
      failed.push(bench.name);
      console.error(error);
    }
  }

  const machine = describeMachine();
  console.table(tableOf(rows));
  console.log(`\n${rows.map(noteOf).join('\n')}\n\n${machine}`);
  if (values.quick) console.log('Quick mode: few, short rounds; results are rough.');
  await mkdir(OUTPUT, { recursive: true });
  const results = { at: new Date(), quick: values.quick, machine, rows, failed };
  await writeFile(join(OUTPUT, 'bench.json'), `${JSON.stringify(results, null, 2)}\n`);
  const missed = rows.filter((row) => judge(row) === 'missed').map(({ name }) => name);
  console.log(
    `Missed: ${missed.join(', ') || 'none'}. Not measured: ${failed.join(', ') || 'none'}.`,
  );
  if (missed.length + failed.length > 0) process.exitCode = 1;
}

function tableOf(rows: readonly Measured[]): Record<string, Record<string, string>> {
  return Object.fromEntries(rows.map((row) => [row.name, cellsOf(row)]));
}
