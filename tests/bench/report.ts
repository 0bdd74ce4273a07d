import { spawnSync } from 'node:child_process';
import { cpus, loadavg, platform, release, totalmem } from 'node:os';
import { findBrowser } from '../tools/browsers.ts';
import { judge, ratioOf, summarize, type Measured, type Summary } from './measure.ts';

/** One row of the table by its headings. */
export function cellsOf(row: Measured): Record<string, string> {
  const { unit, samples, reference, budget } = row;
  const ratio = ratioOf(row);
  return {
    median: text(summarize(samples), unit),
    reference: reference ? text(summarize(reference.samples), unit) : '',
    ratio: ratio ? text(ratio, '×') : '',
    budget: budget ? `${budget.kind} ${budget.limit} ${budget.of === 'ratio' ? '×' : unit}` : '',
    verdict: judge(row) ?? '',
  };
}

/** What a row is, and how it was measured. */
export function noteOf({ name, what, reference, note }: Measured): string {
  const compared = reference ? `, compared with ${reference.what}` : '';
  return `  ${name}: ${what}${compared}${note === undefined ? '' : ` (${note})`}`;
}

/** The machine on which the results were measured, and whether other programs were using it. */
export function describeMachine(): string {
  const processors = cpus();
  // On Windows, `--version` would open a window.
  const version =
    process.platform === 'win32'
      ? ''
      : spawnSync(findBrowser('chromium').path, ['--version'], { encoding: 'utf8' }).stdout.trim();
  const memory = Math.round(totalmem() / 2 ** 30);
  const load = (loadavg()[0] ?? 0).toFixed(1);
  return `${processors[0]?.model.trim()}, ${processors.length} cores (load ${load}), ${memory} GB, ${platform()} ${release()}; Node ${process.version}, ${version}`;
}

/** The median, and the quartiles. */
function text({ median, low, high, samples }: Summary, unit: string): string {
  return `${number(median)} ${unit}${samples > 1 ? ` (${number(low)}…${number(high)})` : ''}`;
}

function number(value: number): string {
  if (Math.abs(value) >= 1_000) return Math.round(value).toString();
  return String(Number(value.toPrecision(3)));
}
