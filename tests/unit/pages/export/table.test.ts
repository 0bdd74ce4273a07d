import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toCsv, type Column } from '@/lib/pages/export/table.ts';

interface Row {
  text: string | null;
  figure: string | null;
}

const COLUMNS: readonly Column<Row>[] = [
  { name: 'text', kind: 'text', read: ({ text }) => text },
  { name: 'figure', kind: 'figure', read: ({ figure }) => figure },
];

describe('a CSV file', () => {
  it('has a byte order mark, a header line, CRLF and exact numbers', () => {
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
  ])('contains the text %j so that no spreadsheet runs it: %j', (text, cell) => {
    expect(toCsv(COLUMNS, [{ text, figure: null }])).toBe(`\uFEFFtext,figure\r\n${cell},\r\n`);
  });

  const hidden = Array.from(
    '\u200B\u200D\u2060\uFEFF\u00AD\u034F\u3164\uFE0F\u{E0020}' +
      '\u00A0\u2003\u202F\u3000\u2028\u0085\u2800\u180E' +
      '\u202E\u2066\u2068\u200E\u200F\u061C\u0000\u001F\u007F',
  );

  it.each(hidden.map((before) => [escape(before), before]))(
    'contains a formula after %s so that no spreadsheet runs it',
    (_, before) => {
      for (const sign of [
        '=',
        '+',
        '-',
        '@',
        '＝',
        '＋',
        '－',
        '＠',
        '﹦',
        '﹢',
        '﹣',
        '﹫',
        '\t',
        '\r',
      ]) {
        for (const start of [before, before.repeat(1_000), ` ${before} ${before}`]) {
          expect(cellOf(`${start}${sign}1`), `${escape(before)} ${sign}`).toBe(`'${start}${sign}1`);
        }
      }
      expect(cellOf(`${before}1+1`)).toBe(`${before}1+1`);
    },
  );

  it.each(['-64312.45', '-0', '0.5', '12'])('contains %s as a number', (figure) => {
    expect(toCsv(COLUMNS, [{ text: null, figure }])).toBe(`\uFEFFtext,figure\r\n,${figure}\r\n`);
  });

  it('disarms a figure that is not a number', () => {
    expect(toCsv(COLUMNS, [{ text: '', figure: '-1+cmd|x' }])).toContain(",'-1+cmd|x");
  });

  it('can be read back exactly, and no cell is a formula', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc
        .array(
          fc.constantFrom('"', ',', '\r', '\n', '=', '-', ' ', 'a', ';', '\u200B', '\u00A0', '＝'),
        )
        .map((all) => all.join('')),
    );
    fc.assert(
      fc.property(fc.array(fc.record({ text, figure: figureText })), (rows) => {
        const [header, ...read] = parseCsv(toCsv(COLUMNS, rows));
        expect(header).toEqual(['text', 'figure']);
        expect(read).toHaveLength(rows.length);
        for (const [index, cells] of read.entries()) {
          const { text: original = '', figure } = rows[index] ?? {};
          expect([original, `'${original}`]).toContain(cells[0]);
          expect(cells[0]).not.toMatch(
            /^[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]*[=+\-@＝＋－＠\t\r]/u,
          );
          expect(cells[1]).toBe(figure);
        }
      }),
    );
  });
});

const figureText = fc
  .tuple(fc.bigInt(), fc.nat({ max: 999 }))
  .map(([whole, part]) => `${whole}.${part}`);

/** The text as a program reads it from the file. */
function cellOf(text: string): string | undefined {
  return parseCsv(toCsv(COLUMNS, [{ text, figure: null }]))[1]?.[0];
}

function escape(character: string): string {
  return `U+${character.codePointAt(0)?.toString(16)}`;
}

/** A minimal RFC 4180 parser. */
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
