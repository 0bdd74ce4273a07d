import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toCsv, type Column } from '../../../lib/export/csv.ts';

interface Row {
  text: string | null;
  figure: string | null;
}

const COLUMNS: readonly Column<Row>[] = [
  { name: 'text', kind: 'text', read: ({ text }) => text },
  { name: 'figure', kind: 'figure', read: ({ figure }) => figure },
];

describe('a CSV file', () => {
  it('has a byte order mark, a header line, CRLF and exact figures', () => {
    expect(toCsv(COLUMNS, [{ text: 'BTC/USD', figure: '-64312.45781203' }])).toBe(
      '\uFEFFtext,figure\r\nBTC/USD,-64312.45781203\r\n',
    );
  });

  it.each([
    ['=1+1', "'=1+1"],
    ['+1', "'+1"],
    ['-5', "'-5"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['  =1', "'  =1"],
    ['\t=1', `"'\t=1"`],
    ['＝1', "'＝1"],
    ['a "b", c', '"a ""b"", c"'],
    ['two\nlines', '"two\nlines"'],
    ['1,5', '"1,5"'],
  ])('writes the text %j so that no spreadsheet runs it: %j', (text, cell) => {
    expect(toCsv(COLUMNS, [{ text, figure: null }])).toBe(`\uFEFFtext,figure\r\n${cell},\r\n`);
  });

  it('takes for a figure only what is one', () => {
    expect(toCsv(COLUMNS, [{ text: '', figure: '-1+cmd|x' }])).toContain(",'-1+cmd|x");
  });

  it('gives every text back to a reader, and none of them begins a formula', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc
        .array(fc.constantFrom('"', ',', '\r', '\n', '=', '-', ' ', 'a', ';'))
        .map((all) => all.join('')),
    );
    fc.assert(
      fc.property(fc.array(fc.record({ text, figure: figureText })), (rows) => {
        const [header, ...read] = parseCsv(toCsv(COLUMNS, rows));
        expect(header).toEqual(['text', 'figure']);
        expect(read).toHaveLength(rows.length);
        for (const [place, cells] of read.entries()) {
          const { text: wanted = '', figure } = rows[place] ?? {};
          expect([wanted, `'${wanted}`]).toContain(cells[0]);
          expect(cells[0]).not.toMatch(/^[=+\-@\t\r]/);
          expect(cells[1]).toBe(figure);
        }
      }),
    );
  });
});

const figureText = fc
  .tuple(fc.bigInt(), fc.nat({ max: 999 }))
  .map(([whole, part]) => `${whole}.${part}`);

/** A plain reader of RFC 4180. */
function parseCsv(csv: string): string[][] {
  expect(csv.startsWith('\uFEFF')).toBe(true);
  const lines: string[][] = [];
  let cells: string[] = [];
  let at = 1;
  while (at < csv.length) {
    let cell = '';
    if (csv[at] === '"') {
      for (at++; csv[at] !== '"' || csv[at + 1] === '"'; at++) {
        if (csv[at] === '"') at++;
        cell += csv[at];
      }
      at++;
    } else {
      while (csv[at] !== ',' && !csv.startsWith('\r\n', at)) cell += csv[at++];
    }
    cells.push(cell);
    if (csv[at] === ',') at++;
    else {
      at += 2;
      lines.push(cells);
      cells = [];
    }
  }
  return lines;
}
