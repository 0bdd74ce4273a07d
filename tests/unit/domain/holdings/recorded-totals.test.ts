import { describe, expect, it } from 'vitest';
import { currencyOfFeed } from '../../../../lib/domain/currency/currencies.ts';
import type { FeedFacts } from '../../../../lib/domain/holdings/ingredients.ts';
import { heldCurrency, type Position } from '../../../../lib/domain/holdings/position.ts';
import { valueHoldings } from '../../../../lib/domain/holdings/value-holdings.ts';
import { toDecimalString } from '../../../../lib/domain/prices/decimal.ts';
import { z } from '../../../../lib/base/zod.ts';
import { storedPrice } from './stored-price.ts';
import { recorded, recordedCatalog } from '../prices/shared-data.ts';

const figureSchema = z.object({
  price: z.string(),
  conf: z.string(),
  expo: z.int(),
  publish_time: z.int(),
});
const answerSchema = z.object({
  parsed: z.array(z.object({ id: z.string(), price: figureSchema })),
});
type Answer = z.infer<typeof answerSchema>['parsed'];

const FILES = ['0267ec19', '2b565084'];

describe.each(FILES)('the total of the recorded answer %s', (name) => {
  it.for(['USD', 'GBP', 'BTC', 'XAU', 'XAU-g'])(
    'in %s is that of a calculator',
    (currency, context) => {
      const { parsed } = recorded(context, `responses/latest-20feeds-${name}.json`, answerSchema);
      const catalog = recordedCatalog(context);
      const attributes = new Map(catalog.map((feed) => [feed.id, feed.attributes]));
      const own = parsed.filter(({ id }) => attributes.has(id));
      expect(own.length).toBeGreaterThan(10);
      const positions = own.map(({ id }, index): Position => ({
        feedId: id,
        quantity: quantityOf(index),
        quote: heldCurrency(attributes.get(id) ?? {}),
        cost: null,
      }));
      const found = catalog.flatMap((feed) => currencyOfFeed(feed.id, feed.attributes) ?? []);
      const feeds = Object.fromEntries(found.map((one) => [one.currency, one.feed]));
      const facts = new Map(own.map((feed) => [feed.id, factsOf(feed.price)]));
      const { total } = valueHoldings(positions, currency, feeds, facts);
      if (total === null) expect.fail('no total');
      const symbols = new Map(own.map(({ id }) => [attributes.get(id)?.['symbol'] ?? '', id]));
      const [exact, error] = calculate(own, currency, symbols);
      const unit = 10 ** total.price.expo;
      const shown = Number(toDecimalString(total.price));
      expect(Math.abs(shown - exact)).toBeLessThanOrEqual(unit * 0.5000001);
      const confidence = Number(toDecimalString(total.confidence));
      expect(confidence / error).toBeGreaterThan(0.999999);
      expect(confidence / error).toBeLessThan(1.0011);
    },
  );
});

/** 1.5 of the first, −2.5 of the second, 3.5 of the third … */
function quantityOf(index: number) {
  return { mantissa: BigInt((index % 2 === 0 ? 1 : -1) * (15 + 10 * index)), expo: -1 };
}

function factsOf({ price, conf, expo, publish_time }: Answer[number]['price']): FeedFacts {
  return {
    price: storedPrice(price, conf, expo, publish_time),
    isClosed: false,
    isStale: false,
    isProven: true,
  };
}

/** In doubles: 15 digits are far more than those that are certain. */
function calculate(own: Answer, currency: string, ids: ReadonlyMap<string, string>) {
  const symbol = { GBP: 'FX.GBP/USD', BTC: 'Crypto.BTC/USD' }[currency] ?? 'Metal.XAU/USD';
  const leg = own.find(({ id }) => currency !== 'USD' && id === ids.get(symbol));
  const rate = leg ? toFigure(leg.price) : { price: 1, conf: 0 };
  const scale = currency === 'XAU-g' ? 31.1034768 : 1;
  let dollars = 0;
  let squares = 0;
  for (const [index, { id, price }] of own.entries()) {
    const quantity = (index % 2 === 0 ? 1 : -1) * (1.5 + index);
    const figure = toFigure(price);
    // The leg's own holding is worth its quantity, and its dollars are in no error.
    if (id !== leg?.id) squares += (quantity * figure.conf) ** 2;
    dollars += quantity * figure.price;
  }
  const ownIndex = own.findIndex(({ id }) => id === leg?.id);
  const ownQuantity = ownIndex < 0 ? 0 : (ownIndex % 2 === 0 ? 1 : -1) * (1.5 + ownIndex);
  const exposed = dollars - ownQuantity * rate.price;
  const ofRate = leg ? ((exposed / rate.price) * rate.conf) ** 2 : 0;
  return [
    (dollars / rate.price) * scale,
    (Math.sqrt(squares + ofRate) / rate.price) * scale,
  ] as const;
}

function toFigure({ price, conf, expo }: Answer[number]['price']) {
  return { price: Number(price) * 10 ** expo, conf: Number(conf) * 10 ** expo };
}
