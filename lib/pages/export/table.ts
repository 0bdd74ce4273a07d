export interface Column<Row> {
  name: string;
  /** `figure`: a plain decimal, written unchanged. `text`: formulas are disarmed. */
  kind: 'figure' | 'text';
  /** `null`: an empty cell. */
  read: (row: Row) => string | number | null;
}

export function column<Row>(
  name: string,
  kind: Column<Row>['kind'],
  read: Column<Row>['read'],
): Column<Row> {
  return { name, kind, read };
}

/** Without this mark, spreadsheets read UTF-8 in the computer's 8-bit code page. */
const BYTE_ORDER_MARK = '\uFEFF';

const FIGURE = /^-?\d+(?:\.\d+)?$/;
/**
 * Text that a spreadsheet may run as a formula, even after characters that some versions strip
 * (spaces, invisible ones), and in full-width and small forms that some convert.
 */
const FORMULA =
  /^[\s\u2800\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}]*[\t\r\n=+\-@＝＋－＠﹦﹢﹣﹫]/u;
const NEEDS_QUOTES = /[",;\t\r\n]|^\s|\s$/;

/**
 * RFC 4180 with a byte order mark. Numbers keep all digits. Text that looks like a formula gets a
 * leading apostrophe; negative numbers do not.
 */
export function toCsv<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string {
  const lines = [
    columns.map(({ name }) => quoted(name)),
    ...rows.map((row) => columns.map((each) => cell(each, row))),
  ];
  return BYTE_ORDER_MARK + lines.map((cells) => `${cells.join(',')}\r\n`).join('');
}

/** The same table as an array of objects beside other facts. Numbers stay strings, so that no parser rounds them. */
export function toJson<Row>(
  { columns, rows, name }: { columns: readonly Column<Row>[]; rows: readonly Row[]; name: string },
  facts: object,
): string {
  const records = rows.map((row) =>
    Object.fromEntries(columns.map((each) => [each.name, each.read(row)])),
  );
  return `${JSON.stringify({ ...facts, [name]: records }, null, 2)}\n`;
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
