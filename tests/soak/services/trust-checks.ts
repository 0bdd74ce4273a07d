import { toDecimal, toDecimalString } from '../../../lib/domain/prices/decimal.ts';
import type { Check } from '../check.ts';
import { isRowVerified } from '../trust-checks.ts';
import type { ServicesObservations } from './observations.ts';

interface Price {
  price: string;
  expo: number;
  publishTime: number;
  proof?: { state: string };
}

/**
 * A price that is stored or shown as verified has exactly the signed value, whichever service sent
 * it.
 */
export function checkGenuine({ changes, views, signed, names }: ServicesObservations): Check {
  const stored = new Set(signed.map(({ id, ...price }) => keyOf(`latest:${id}`, price)));
  const shown = new Set(
    signed.map(({ id, price, expo }) => `${names[id]} ${decimalText(price, expo)}`),
  );
  const verified = changes.filter(
    ({ key, value }) =>
      key.startsWith('latest:') && (value as Price | null)?.proof?.state === 'verified',
  );
  const rows = views.flatMap(({ rows: all }) => all.filter(isRowVerified));
  return {
    what: 'nothing is verified that was not signed',
    found: `${verified.length} prices, ${rows.length} rows`,
    faults: [
      ...verified
        .filter(({ key, value }) => !stored.has(keyOf(key, value as Price)))
        .map(({ key }) => `${key} was stored as verified, but was not signed so.`),
      ...rows
        .filter(({ name, value }) => value !== null && !shown.has(`${name} ${value}`))
        .map(({ name, value }) => `The row ${name} showed ${value} as verified.`),
    ],
  };
}

function keyOf(key: string, { price, expo, publishTime }: Omit<Price, 'proof'>): string {
  return `${key} ${price} ${expo} ${publishTime}`;
}

function decimalText(price: string, expo: number): string {
  const decimal = toDecimal(price, expo);
  return decimal ? toDecimalString(decimal) : '';
}
