import type { Currency } from '../../domain/currency/currencies.ts';
import { toCsv, type Column } from '../export/csv.ts';
import { exactText, isoTime } from '../export/exact-text.ts';
import { toDecimalString } from '../../domain/prices/decimal.ts';
import type { StoredPrice } from '../../domain/prices/stored-price.ts';
import { toMilliseconds } from '../../base/units.ts';
import type { Calculation, Statement } from './statement.ts';

/** A line of the table: a holding, a price that only converts, or the total. */
interface Row {
  name: string;
  id: string | null;
  price: StoredPrice | null;
  amounts: (Pick<Calculation, 'value'> & Partial<Calculation>) | null;
  isClosed: boolean | null;
}

/** A statement as CSV: its lines, the prices that convert them, and the total. All digits, UTC. */
export function statementCsv(statement: Statement): string {
  return toCsv(columnsOf(statement), rowsOf(statement));
}

function rowsOf({ lines, prices, total }: Statement): Row[] {
  const priceOf = new Map(prices.map(({ feedId, price }) => [feedId, price]));
  const held = lines.map(({ feedId: id, name, amounts, isClosed }): Row => {
    return { id, name, price: priceOf.get(id) ?? null, amounts, isClosed };
  });
  const heldIds = new Set(lines.map(({ feedId }) => feedId));
  const legs = prices
    .filter(({ feedId }) => !heldIds.has(feedId))
    .map(({ feedId: id, name, price }): Row => {
      return { id, name, price, amounts: null, isClosed: null };
    });
  const sum: Row = {
    id: null,
    name: 'total',
    price: null,
    amounts: total && { value: total },
    isClosed: null,
  };
  return [...held, ...legs, ...(total ? [sum] : [])];
}

function columnsOf({ time, currency }: Statement): Column<Row>[] {
  const at = isoTime(toMilliseconds(time));
  return [
    { name: 'name', kind: 'text', read: ({ name }) => name },
    { name: 'id', kind: 'text', read: ({ id }) => id },
    { name: 'statement_time', kind: 'text', read: () => at },
    {
      name: 'price',
      kind: 'figure',
      read: ({ price }) => price && exactText(price.price, price.expo),
    },
    {
      name: 'confidence',
      kind: 'figure',
      read: ({ price }) => price && exactText(price.conf, price.expo),
    },
    {
      name: 'publish_time',
      kind: 'text',
      read: ({ price }) => price && isoTime(toMilliseconds(price.publishTime)),
    },
    {
      name: 'market_closed',
      kind: 'text',
      read: ({ isClosed }) => (isClosed === null ? null : isClosed ? 'yes' : 'no'),
    },
    ...amountColumns(currency),
  ];
}

function amountColumns(currency: Currency): Column<Row>[] {
  return [
    {
      name: 'quantity',
      kind: 'figure',
      read: ({ amounts }) => (amounts?.quantity ? toDecimalString(amounts.quantity) : null),
    },
    {
      name: 'value',
      kind: 'figure',
      read: ({ amounts }) => amounts && toDecimalString(amounts.value.price),
    },
    {
      name: 'value_confidence',
      kind: 'figure',
      read: ({ amounts }) => amounts && toDecimalString(amounts.value.confidence),
    },
    { name: 'currency', kind: 'text', read: ({ amounts }) => amounts && currency },
  ];
}
