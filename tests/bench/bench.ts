// First, because the other modules look for a browser when they are loaded.
import './fake-browser.ts';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BrowserMissingError, findBrowser } from '../tools/browsers.ts';
import { buildExtension, OUTPUT } from '../tools/build.ts';
import type { Bench } from './bench-kind.ts';
import { BENCHES } from './benches.ts';
import { BUDGETS } from './budgets.ts';
import { describeMachine } from './machine.ts';
import { BENCH_HELP, BenchUsageError, parseBenchOptions, type BenchOptions } from './options.ts';
import { formatRow, formatTable } from './report.ts';
import { toRow, type Row } from './row.ts';

interface Failure {
  bench: string;
  reason: string;
}

try {
  const options = parseBenchOptions(process.argv.slice(2));
  if (options.help) console.log(BENCH_HELP);
  else if (options.list) list();
  else await bench(options);
} catch (error) {
  process.exitCode = 1;
  const isExpected = error instanceof BenchUsageError || error instanceof BrowserMissingError;
  console.error(isExpected ? error.message : error);
}

function list(): void {
  const width = Math.max(...BENCHES.map(({ name }) => name.length));
  for (const { name, what } of BENCHES) console.log(`${name.padEnd(width)}  ${what}`);
}

async function bench(options: BenchOptions): Promise<void> {
  const selected = BENCHES.filter((each) => isSelected(each, options.only));
  if (selected.length === 0) throw new BenchUsageError('--only matches no bench (see --list).');
  findBrowser('chromium', { install: true });
  if (options.build) {
    console.log('Building the extension …');
    await buildExtension('chromium');
  }
  const machine = describeMachine();
  const startedAt = new Date();
  const rows: Row[] = [];
  const failures: Failure[] = [];
  for (const one of selected) {
    console.log(`\n${one.name}: ${one.what} …`);
    try {
      const measured = (await one.run(options)).map((each) => toRow(each));
      rows.push(...measured.filter(({ name }) => isRowSelected(one, name, options.only)));
      for (const row of measured) console.log(formatRow(row));
    } catch (error) {
      // A failed bench must not cost the results of the others.
      failures.push({ bench: one.name, reason: reasonOf(error) });
      console.error(error);
    }
  }

  const { cpu, cores, memoryGb, system, node, chromium, load } = machine;
  console.log(`\n${formatTable(rows)}\n`);
  console.log(
    `${cpu}, ${cores} cores, ${memoryGb} GB, ${system}; Node ${node}, Chromium ${chromium}`,
  );
  if (load > cores / 2) console.log(`The machine was busy (load ${load}): results are rough.`);
  if (options.quick) console.log('Quick mode: few, short rounds; results are rough.');
  for (const { bench: name, reason } of failures) console.log(`Not measured: ${name}: ${reason}`);
  await write('bench.json', { startedAt, quick: options.quick, machine, rows, failures });

  const missed = rows.filter(({ verdict }) => verdict === 'missed');
  const names = missed.map(({ name }) => name).join(', ');
  console.log(missed.length > 0 ? `Missed: ${names}` : 'No budget missed.');
  if (missed.length > 0 || failures.length > 0) process.exitCode = 1;
}

// `--only` may also name a single row of a bench that measures several.
function isSelected({ name }: Bench, only: RegExp | undefined): boolean {
  if (!only || only.test(name)) return true;
  const isOwnRow = (row: string): boolean =>
    row.startsWith(name) && !BENCHES.some((other) => other.name === row);
  return Object.keys(BUDGETS).some((row) => isOwnRow(row) && only.test(row));
}

function isRowSelected(one: Bench, row: string, only: RegExp | undefined): boolean {
  return !only || only.test(one.name) || only.test(row);
}

async function write(name: string, content: object): Promise<void> {
  await mkdir(OUTPUT, { recursive: true });
  const file = join(OUTPUT, name);
  await writeFile(file, `${JSON.stringify(content, null, 2)}\n`);
  console.log(`Written: ${file}`);
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
