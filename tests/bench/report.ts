import { spawnSync } from 'node:child_process';
import { cpus, loadavg, platform, release, totalmem } from 'node:os';
import { styleText } from 'node:util';
import { findBrowser } from '../tools/browsers.ts';
import { judge, ratioOf, summarize, type Measured, type Summary } from './measure.ts';

const VERDICTS = {
  met: { word: 'met', color: 'green' },
  close: { word: 'close (within the spread)', color: 'yellow' },
  missed: { word: 'MISSED', color: 'red' },
} as const;

const HEADINGS = ['row', 'median', 'quartiles', 'reference', 'ratio', 'quartiles', 'budget', ''];

/** The rows as a table for a terminal, with a description of each below it. */
export function formatTable(rows: readonly Measured[]): string {
  const cells = [HEADINGS, ...rows.map(cellsOf)];
  const widths = HEADINGS.map((_, column) =>
    Math.max(...cells.map((line) => (line[column] ?? '').length)),
  );
  const lines = cells.map((line, index) => {
    const padded = line.map((cell, column) => {
      const width = widths[column] ?? 0;
      return column === 0 || column === line.length - 1 ? cell.padEnd(width) : cell.padStart(width);
    });
    return colorize(padded.join('  ').trimEnd(), rows[index - 1]);
  });
  const notes = rows.map(({ name, what, reference, note }) => {
    const compared = reference ? `, compared with ${reference.what}` : '';
    return `  ${name}: ${what}${compared}${note === undefined ? '' : ` (${note})`}`;
  });
  return [...lines, '', ...notes].join('\n');
}

/** One row as a line of progress output. */
export function formatRow(row: Measured): string {
  const [name = '', ...cells] = cellsOf(row);
  return colorize(`  ${[name, ...cells.filter((cell) => cell !== '')].join('  ')}`, row);
}

/** The machine on which the results were measured, and whether other programs were using it. */
export function describeMachine(): string {
  const processors = cpus();
  const { path } = findBrowser('chromium');
  // On Windows, `--version` would open a window.
  const version =
    process.platform === 'win32'
      ? ''
      : spawnSync(path, ['--version'], { encoding: 'utf8', timeout: 30_000 }).stdout.trim();
  const memory = Math.round(totalmem() / 2 ** 30);
  const load = (loadavg()[0] ?? 0).toFixed(1);
  return `${processors[0]?.model.trim()}, ${processors.length} cores (load ${load}), ${memory} GB, ${platform()} ${release()}; Node ${process.version}, ${version}`;
}

function cellsOf(row: Measured): string[] {
  const { name, unit, samples, reference, budget } = row;
  const figure = summarize(samples);
  const ratio = ratioOf(row);
  const verdict = judge(row);
  return [
    name,
    `${number(figure.median)} ${unit}`,
    spread(figure),
    reference ? `${number(summarize(reference.samples).median)} ${unit}` : '',
    ratio ? `${number(ratio.median)} ×` : '',
    ratio ? spread(ratio) : '',
    budget ? `${budget.kind} ${budget.limit} ${budget.of === 'ratio' ? '×' : unit}` : '',
    verdict ? VERDICTS[verdict].word : '',
  ];
}

function spread({ low, high, samples }: Summary): string {
  return samples > 1 ? `${number(low)}…${number(high)}` : '';
}

function number(value: number): string {
  if (Math.abs(value) >= 1_000) return Math.round(value).toString();
  return String(Number(value.toPrecision(3)));
}

function colorize(line: string, row: Measured | undefined): string {
  const verdict = row && judge(row);
  return verdict ? styleText(VERDICTS[verdict].color, line) : line;
}
