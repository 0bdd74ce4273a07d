import fc from 'fast-check';
import { Window } from 'happy-dom';
import { describe, expect, it } from 'vitest';
import type { AnsweredSignedPrice } from '@/lib/pages/questions.ts';
import { positionOf } from '@/lib/domain/holdings/position.ts';
import { routeBetween } from '@/lib/domain/currency/route.ts';
import { parseDecimal, type Decimal } from '@/lib/domain/prices/decimal.ts';
import { checkPage } from '@/lib/domain/receipts/verifier/check-page.ts';
import { draftStatement } from '@/lib/pages/statement/draft.ts';
import type { Held, HeldLine } from '@/lib/pages/statement/held-lines.ts';
import {
  composeStatement,
  type LineChoice,
  type Statement,
} from '@/lib/pages/statement/statement.ts';
import { statementCsv } from '@/lib/pages/statement/statement-csv.ts';
import { statementPage } from '@/lib/pages/statement/statement-page.ts';
import { signPriceUpdate } from '../../../price-service/signing.ts';
import { LOCAL_IDENTITY } from '../../../price-service/test-signers.ts';
import { BTC, ETH, parsedItem } from '../../background/feeds.ts';
import { fraction, type Fraction } from '../../domain/currency/fraction.ts';
import { storedPrice } from '../../domain/holdings/stored-price.ts';

const TIME = 1_795_219_203;
const EUR = 'ee'.repeat(32);
const PARTS = { verifier: 'void 0', style: 'p { margin: 0; }' };
const FEEDS = { EUR: { id: EUR, isInverse: false } };
const DOLLARS = { asset_type: 'Crypto', base: 'BTC', quote_currency: 'USD' };

/** A signed price with two decimals and a ± of 1.00. */
function answer(id: string, price: bigint, at = TIME): AnsweredSignedPrice {
  const signed = parsedItem(id, String(price), at, 4_488_048_007);
  const { binary } = signPriceUpdate([signed], { encoding: 'base64' });
  const { emitterChain, emitterAddress, setIndex, keys, quorum } = LOCAL_IDENTITY;
  const signers = { name: 'Local', emitterChain, emitterAddress, setIndex, keys, quorum };
  return {
    id,
    proven: {
      price: storedPrice(String(price), '100', -2, at),
      signed: { update: binary.data[0]!, signers },
    },
    isClosed: false,
  };
}

function line(feedId: string, name: string, quantity: string): HeldLine {
  const position = positionOf(feedId, { quantity, cost: null }, DOLLARS)!;
  return { feedId, name, position, route: routeBetween('USD', 'EUR', FEEDS) };
}

function heldOf(quantities: readonly [string, string]): Held {
  const lines = [line(BTC, 'BTC/USD', quantities[0]), line(ETH, 'ETH/USD', quantities[1])];
  const names = new Map([
    [BTC, 'BTC/USD'],
    [ETH, 'ETH/USD'],
    [EUR, 'EUR/USD'],
  ]);
  return { group: 'Savings', currency: 'EUR', feeds: FEEDS, lines, names };
}

const ALL: LineChoice = { isIncluded: true, hasAmounts: true };
const ANSWERS = [answer(BTC, 6_501_245n), answer(ETH, 350_017n), answer(EUR, 117n)];

function statementOf(
  choiceOf: (feedId: string) => LineChoice = () => ALL,
  {
    quantities = ['2.5', '-10'],
    answers = ANSWERS,
  }: { quantities?: readonly [string, string]; answers?: typeof ANSWERS } = {},
): Statement {
  const draft = draftStatement(heldOf(quantities), answers, { time: TIME, staleLimit: 60 });
  return composeStatement(draft, ({ feedId }) => choiceOf(feedId));
}

// Not as the environment of these tests: they also read files, for which happy-dom has another URL.
const parser = new new Window().DOMParser();

async function pageOf(statement: Statement): Promise<Document> {
  const maker = {
    version: '1.2.3',
    madeAt: TIME * 1_000,
    timeZone: 'UTC',
    announcements: new Map(),
  };
  const text = await statementPage(statement, maker, PARTS);
  return parser.parseFromString(text, 'text/html') as unknown as Document;
}

function resultOf(page: Document) {
  checkPage(page);
  const stateOf = (part: string) => page.querySelector(part)?.getAttribute('data-state');
  return { verdict: stateOf('[data-verdict]'), values: stateOf('[data-step="values"]') };
}

const HOLDS = { verdict: 'holds', values: 'passed' };

function shown(page: Document, part: string): Decimal {
  const text = page.querySelector(part)!.textContent.replaceAll(/[,±]/g, '');
  return parseDecimal(text.trim())!;
}

describe('a statement', () => {
  it('holds, with a price for each line and each currency', async () => {
    const page = await pageOf(statementOf());
    expect(resultOf(page)).toEqual(HOLDS);
    expect(page.querySelectorAll('[data-price]')).toHaveLength(3);
    expect(page.querySelectorAll('[data-line]')).toHaveLength(2);
  });

  it('shows values that the exact fractions confirm', async () => {
    const price = fc.bigInt({ min: 101n, max: 10n ** 12n });
    const quantity = fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n });
    await fc.assert(
      fc.asyncProperty(price, price, price, quantity, quantity, async (btc, eth, eur, one, two) => {
        const texts = [`${one}`, `${two}`] as const;
        const answers = [answer(BTC, btc), answer(ETH, eth), answer(EUR, eur)];
        const page = await pageOf(statementOf(() => ALL, { quantities: texts, answers }));
        expect(resultOf(page)).toEqual(HOLDS);
        const exact = (amount: bigint, mantissa: bigint): Fraction =>
          fraction({ mantissa: amount * mantissa, expo: 0 }).over(
            fraction({ mantissa: eur, expo: 0 }),
          );
        const total = exact(one, btc).plus(exact(two, eth));
        for (const [part, value] of [
          ['[data-line] [data-is="value"]', exact(one, btc)],
          ['[data-total] [data-is="value"]', total],
        ] as const) {
          expectRounded(shown(page, part), value);
        }
      }),
      { numRuns: 12 },
    );
  });

  it('names a closed market, and prices from long before', () => {
    const answers = [{ ...ANSWERS[0]!, isClosed: true }, answer(ETH, 350_017n, TIME - 3_600)];
    const { lines } = statementOf(() => ALL, { answers: [...answers, ANSWERS[2]!] });
    expect(lines.map(({ isClosed }) => isClosed)).toEqual([true, false]);
    expect(lines[1]!.old).toEqual([{ feedId: ETH, name: 'ETH/USD', seconds: 3_600 }]);
  });

  it('marks the prices that were published long before or after its time', async () => {
    const answers = [answer(BTC, 6_501_245n, TIME - 60), answer(ETH, 350_017n, TIME + 61)];
    const all = { answers: [...answers, ANSWERS[2]!] };
    const marked = (page: Document): boolean[] => {
      expect(resultOf(page)).toEqual(HOLDS);
      return Array.from(
        page.querySelectorAll('[data-distant]'),
        (mark) => !mark.matches('[hidden]'),
      );
    };
    expect(marked(await pageOf(statementOf(() => ALL, all)))).toEqual([false, true, false]);

    const changed = await pageOf(statementOf(() => ALL, all));
    changed.querySelector('[data-statement] [data-is="time"]')!.textContent = '2025-01-01';
    expect(marked(changed)).toEqual([true, true, true]);
  });

  it('leaves out what has no signed price, and the amounts that the user hides', async () => {
    const answers = [{ ...ANSWERS[0]!, proven: null }, ...ANSWERS.slice(1)];
    expect(statementOf(() => ALL, { answers }).lines.map(({ name }) => name)).toEqual(['ETH/USD']);

    const hidden = statementOf((id) => ({ isIncluded: true, hasAmounts: id === BTC }));
    const page = await pageOf(hidden);
    expect(resultOf(page)).toEqual(HOLDS);
    expect(page.querySelectorAll('[data-line]')).toHaveLength(1);
    expect(shown(page, '[data-total] [data-is="value"]')).toEqual(
      shown(page, '[data-line] [data-is="value"]'),
    );
    expect(page.body.textContent).not.toContain('-10');
  });

  it('without amounts holds for its prices alone', async () => {
    const page = await pageOf(statementOf(() => ({ isIncluded: true, hasAmounts: false })));
    expect(resultOf(page)).toEqual({ verdict: 'holds', values: undefined });
    expect(page.querySelectorAll('[data-price]')).toHaveLength(2);
  });

  it('as a table keeps every digit and disarms names', () => {
    const statement = statementOf();
    const named = { ...statement, lines: [{ ...statement.lines[0]!, name: '=1+1' }] };
    const rows = statementCsv(named).split('\r\n');
    expect(rows[1]).toMatch(/^'=1\+1,[0-9a-f]{64},2026-11-21T00:00:03Z,65012\.45,1\.00,/);
    expect(rows[1]).toMatch(/,no,2\.5,\d+,\d+(\.\d+)?,EUR$/);
    expect(rows.map((row) => row.split(',')[0])).toEqual([
      expect.stringContaining('name'),
      "'=1+1",
      'ETH/USD',
      'EUR/USD',
      'total',
      '',
    ]);
  });
});

/** Whether a figure is the exact value, rounded once at its last place. */
function expectRounded(figure: Decimal, exact: Fraction): void {
  const error = exact.minus(fraction(figure)).absolute();
  // Trailing zeros are not shown, so the place may be a higher one than the figure's last digit.
  let place = figure.expo;
  while (place < 40 && figure.mantissa % 10n ** BigInt(place - figure.expo + 1) === 0n) {
    if (figure.mantissa === 0n) break;
    place += 1;
  }
  const half = fraction({ mantissa: 5n, expo: place - 1 });
  expect(error.compare(half)).toBeLessThanOrEqual(0);
}

describe('a changed statement does not hold', () => {
  const changes: [what: string, part: string, text: string][] = [
    ['a quantity', '[data-line] [data-is="quantity"]', '2.6'],
    ['a value', '[data-line] [data-is="value"]', '138,917'],
    ['a ±', '[data-line] [data-is="error"]', '±1'],
    ['the total', '[data-total] [data-is="value"]', '1,000,000'],
    ['the price that a line uses', '[data-line] [data-is="times"]', '2'],
    ['a rate that does not exist', '[data-line] [data-is="over"]', '9'],
    ['the number of a price', '[data-price] [data-is="number"]', '2'],
  ];

  it.each(changes)('%s', async (_, part, text) => {
    const page = await pageOf(statementOf());
    page.querySelector(part)!.textContent = text;
    expect(resultOf(page)).toEqual({ verdict: 'fails', values: 'failed' });
  });

  it('a rate that was signed otherwise', async () => {
    const page = await pageOf(statementOf());
    const rate = [...page.querySelectorAll('[data-price]')].at(-1)!;
    rate.querySelector('[data-is="price"]')!.textContent = '1.18';
    expect(resultOf(page).verdict).toBe('fails');
  });

  it('a byte of the signed updates', async () => {
    const page = await pageOf(statementOf());
    const part = page.querySelectorAll('[data-is="update"]')[1]!;
    const bytes = Uint8Array.fromHex(part.textContent.trim());
    part.textContent = bytes.with(90, bytes[90]! ^ 1).toHex();
    expect(resultOf(page).verdict).toBe('fails');
  });

  it.each([
    '[data-line]',
    '[data-total]',
    '[data-statement]',
    '[data-step="values"]',
    '[data-price]',
  ])('%s taken out', async (part) => {
    const page = await pageOf(statementOf());
    page.querySelector(part)!.remove();
    expect(resultOf(page).verdict).toBe('fails');
  });

  it('marks the line that is wrong, and only that', async () => {
    const page = await pageOf(statementOf());
    const [first, second] = page.querySelectorAll('[data-line]');
    first!.querySelector('[data-is="value"]')!.textContent = '1';
    resultOf(page);
    expect(first!.getAttribute('data-state')).toBe('wrong');
    expect(second!.getAttribute('data-state')).toBe('unchecked');
  });
});
