import type { Currency } from '../../domain/currency/currencies.ts';
import { column, toCsv, type Column } from '../export/table.ts';
import { exactText, isoTime } from '../export/exact-text.ts';
import { toDecimalString } from '../../domain/prices/decimal.ts';
import { distanceFrom } from '../../domain/prices/early-late.ts';
import type { StoredPrice } from '../../domain/prices/stored-price.ts';
import { toMilliseconds } from '../../base/units.ts';
import type { Calculation, Statement } from './statement.ts';

/** A holding, a price used only for conversion, or the total. */
interface Row {
  name: string;
  id: string | null;
  price: StoredPrice | null;
  amounts: (Pick<Calculation, 'value'> & Partial<Calculation>) | null;
  isClosed: boolean | null;
}

const EMPTY = { id: null, price: null, amounts: null, isClosed: null };

/** Lists lines, converting prices and the total, with all digits and times in UTC. */
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
    .map(({ feedId, name, price }): Row => ({ ...EMPTY, id: feedId, name, price }));
  const sum: Row[] = total ? [{ ...EMPTY, name: 'total', amounts: { value: total } }] : [];
  return [...held, ...legs, ...sum];
}

function columnsOf({ time, currency }: Statement): Column<Row>[] {
  const at = isoTime(toMilliseconds(time));
  return [
    column('name', 'text', ({ name }) => name),
    column('id', 'text', ({ id }) => id),
    column('statement_time', 'text', () => at),
    column('price', 'figure', ({ price }) => price && exactText(price.price, price.expo)),
    column('confidence', 'figure', ({ price }) => price && exactText(price.conf, price.expo)),
    column(
      'publish_time',
      'text',
      ({ price }) => price && isoTime(toMilliseconds(price.publishTime)),
    ),
    column(
      'time_mark',
      'text',
      ({ price }) => price && (distanceFrom(time, price.publishTime)?.when ?? null),
    ),
    column('market_closed', 'text', ({ isClosed }) =>
      isClosed === null ? null : isClosed ? 'yes' : 'no',
    ),
    ...amountColumns(currency),
  ];
}

function amountColumns(currency: Currency): Column<Row>[] {
  return [
    column('quantity', 'figure', ({ amounts }) =>
      amounts?.quantity ? toDecimalString(amounts.quantity) : null,
    ),
    column('value', 'figure', ({ amounts }) => amounts && toDecimalString(amounts.value.price)),
    column(
      'value_confidence',
      'figure',
      ({ amounts }) => amounts && toDecimalString(amounts.value.confidence),
    ),
    column('currency', 'text', ({ amounts }) => amounts && currency),
  ];
}
