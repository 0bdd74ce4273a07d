import { toMilliseconds } from '../../base/units.ts';
import { toDecimalString } from '../../domain/prices/decimal.ts';
import type { ProofFile } from '../../domain/receipts/proof-file.ts';
import type { Calculation, Statement } from './statement.ts';

/** Lines refer to prices by their place. */
export function statementData(statement: Statement): Pick<ProofFile, 'prices' | 'about'> {
  const { group, time, currency, lines, prices } = statement;
  const places = new Map(prices.map(({ feedId }, place) => [feedId, place]));
  const placeOf = (id: string): number => places.get(id) ?? 0;
  return {
    prices: prices.map(({ name, signed }) => ({ name, signed })),
    about: {
      kind: 'statement',
      group,
      timeMs: toMilliseconds(time),
      currency,
      lines: lines.map(({ feedId, name, amounts, isClosed }) => ({
        name,
        price: placeOf(feedId),
        amounts: amounts && amountsOf(amounts),
        isClosed,
      })),
    },
  };

  function amountsOf({ quantity, factors, rate }: Calculation) {
    return {
      quantity: toDecimalString(quantity),
      factors: factors.map(({ id, isInverse }) => ({ price: placeOf(id), isInverse })),
      rate: rate && { by: rate.by, value: toDecimalString(rate.value) },
    };
  }
}
