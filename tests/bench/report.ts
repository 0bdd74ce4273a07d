import { styleText } from 'node:util';
import type { Row } from './row.ts';
import type { Summary } from './statistics.ts';

const VERDICTS = {
  holds: { word: 'met', color: 'green' },
  close: { word: 'close (within the spread)', color: 'yellow' },
  missed: { word: 'MISSED', color: 'red' },
} as const;

const HEADINGS = ['row', 'median', 'quartiles', 'reference', 'ratio', 'quartiles', 'budget', ''];

/** Formats the rows as a table for a terminal, with a description of each row below it. */
export function formatTable(rows: readonly Row[]): string {
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
  const notes = rows.map(
    ({ name, what, reference, note }) =>
      `  ${name}: ${what}${reference ? `, compared with ${reference.what}` : ''}${note === null ? '' : ` (${note})`}`,
  );
  return [...lines, '', ...notes].join('\n');
}

/** Formats one row as a line of progress output. */
export function formatRow(row: Row): string {
  const [name = '', ...cells] = cellsOf(row);
  return colorize(`  ${[name, ...cells.filter((cell) => cell !== '')].join('  ')}`, row);
}

function cellsOf({ name, unit, figure, reference, ratio, budget, verdict }: Row): string[] {
  return [
    name,
    `${number(figure.median)} ${unit}`,
    spread(figure),
    reference ? `${number(reference.median)} ${unit}` : '',
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
  const size = Math.abs(value);
  if (size >= 1_000) return Math.round(value).toString();
  return String(Number(value.toPrecision(3)));
}

function colorize(line: string, row: Row | undefined): string {
  return row?.verdict ? styleText(VERDICTS[row.verdict].color, line) : line;
}
