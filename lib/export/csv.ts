/** A column of a table. */
export interface Column<Row> {
  name: string;
  /** `figure`: a plain decimal, written as it is. `text`: anything else, made harmless. */
  kind: 'figure' | 'text';
  /** `null`: an empty cell. */
  read: (row: Row) => string | null;
}

/** Spreadsheets take a UTF-8 file without it for one in the computer's own 8-bit code page. */
const BYTE_ORDER_MARK = '\uFEFF';

const FIGURE = /^-?\d+(?:\.\d+)?$/;
/**
 * What a spreadsheet may take for a formula: its first sign, also behind characters that some
 * versions drop (spaces of all kinds, invisible ones), and its wide and small forms, which some
 * versions turn into the plain ones.
 */
const FORMULA =
  /^[\s\u2800\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}]*[\t\r\n=+\-@＝＋－＠﹦﹢﹣﹫]/u;
const NEEDS_QUOTES = /[",;\t\r\n]|^\s|\s$/;

/**
 * A table as RFC 4180 has it: a header line, CRLF, quotes where needed, with a byte order mark.
 * Figures keep all their digits. A text that a spreadsheet would run as a formula gets an
 * apostrophe before it; figures below zero are figures and stay.
 */
export function toCsv<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string {
  const lines = [
    columns.map(({ name }) => quoted(name)),
    ...rows.map((row) => columns.map((column) => cell(column, row))),
  ];
  return BYTE_ORDER_MARK + lines.map((cells) => `${cells.join(',')}\r\n`).join('');
}

function cell<Row>({ kind, read }: Column<Row>, row: Row): string {
  const text = read(row) ?? '';
  return kind === 'figure' && FIGURE.test(text) ? text : quoted(harmless(text));
}

function harmless(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text;
}

function quoted(text: string): string {
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
