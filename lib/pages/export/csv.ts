/** A column of a table. */
export interface Column<Row> {
  name: string;
  /** `figure`: a plain decimal, written unchanged. `text`: the rest, with formulas disarmed. */
  kind: 'figure' | 'text';
  /** `null` for an empty cell. */
  read: (row: Row) => string | number | null;
}

export function column<Row>(
  name: string,
  kind: Column<Row>['kind'],
  read: Column<Row>['read'],
): Column<Row> {
  return { name, kind, read };
}

/** Without it, spreadsheets read a UTF-8 file in the computer's 8-bit code page. */
const BYTE_ORDER_MARK = '\uFEFF';

const FIGURE = /^-?\d+(?:\.\d+)?$/;
/**
 * Text that a spreadsheet may run as a formula. Covers characters that some versions strip before
 * the first sign (all kinds of space, invisible characters), and the full-width and small forms
 * that some versions convert to the plain signs.
 */
const FORMULA =
  /^[\s\u2800\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}]*[\t\r\n=+\-@＝＋－＠﹦﹢﹣﹫]/u;
const NEEDS_QUOTES = /[",;\t\r\n]|^\s|\s$/;

/**
 * Writes a table as RFC 4180 CSV: header line, CRLF, quotes where needed, and a byte order mark.
 * Numbers keep all their digits. Text that a spreadsheet would run as a formula gets a leading
 * apostrophe; negative numbers do not.
 */
export function toCsv<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string {
  const lines = [
    columns.map(({ name }) => quoted(name)),
    ...rows.map((row) => columns.map((each) => cell(each, row))),
  ];
  return BYTE_ORDER_MARK + lines.map((cells) => `${cells.join(',')}\r\n`).join('');
}

function cell<Row>({ kind, read }: Column<Row>, row: Row): string {
  const text = String(read(row) ?? '');
  return kind === 'figure' && FIGURE.test(text) ? text : quoted(disarmFormula(text));
}

function disarmFormula(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text;
}

function quoted(text: string): string {
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
