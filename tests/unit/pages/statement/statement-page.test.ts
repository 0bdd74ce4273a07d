import fc from 'fast-check';
import { Window } from 'happy-dom';
import { describe, expect, it } from 'vitest';
import type { AnsweredSignedPrice } from '@/lib/pages/questions.ts';
import { positionOf } from '@/lib/domain/holdings/position.ts';
import { routeBetween } from '@/lib/domain/currency/route.ts';
import { parseDecimal, type Decimal } from '@/lib/domain/prices/decimal.ts';
import { drawn } from '@/lib/domain/receipts/open-proof.ts';
import { draftStatement } from '@/lib/pages/statement/draft.ts';
import type { Held, HeldLine } from '@/lib/pages/statement/held-lines.ts';
import {
  composeStatement,
  type LineChoice,
  type Statement,
} from '@/lib/pages/statement/statement.ts';
import { statementCsv } from '@/lib/pages/statement/statement-csv.ts';
import { statementData } from '@/lib/pages/statement/statement-files.ts';
import { signPriceUpdate } from '../../../price-service/signing.ts';
import { LOCAL_IDENTITY } from '../../../price-service/test-signers.ts';
import { BTC, ETH, parsedItem } from '../../background/feeds.ts';
import { fraction, type Fraction } from '../../domain/currency/fraction.ts';
import { storedPrice } from '../../domain/holdings/stored-price.ts';

const TIME = 1_795_219_203;
const EUR = 'ee'.repeat(32);
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
  const draft = draftStatement(heldOf(quantities), answers, TIME);
  return composeStatement(draft, ({ feedId }) => choiceOf(feedId));
}

// Not as the environment of these tests: they also read files, for which happy-dom has another URL.
const parser = new new Window().DOMParser();

function pageOf(statement: Statement): Document {
  const maker = { announcements: [], version: '1.2.3', madeAt: TIME * 1_000 };
  const data = JSON.stringify({ ...statementData(statement), ...maker });
  const { markup } = drawn([data]).body;
  return parser.parseFromString(markup, 'text/html') as unknown as Document;
}

function resultOf(page: Document) {
  return page.querySelector('[data-verdict]')?.getAttribute('data-state');
}

// By signers that only the file names.
const HOLDS = 'unconfirmed';

function shown(page: Document, part: string): Decimal {
  const [value = ''] = page.querySelector(part)!.textContent.split('±');
  return parseDecimal(value.replaceAll(',', '').trim())!;
}

describe('a statement', () => {
  it('holds, with a price for each line and each currency', async () => {
    const page = pageOf(statementOf());
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
        const page = pageOf(statementOf(() => ALL, { quantities: texts, answers }));
        expect(resultOf(page)).toEqual(HOLDS);
        const exact = (amount: bigint, mantissa: bigint): Fraction =>
          fraction({ mantissa: amount * mantissa, expo: 0 }).over(
            fraction({ mantissa: eur, expo: 0 }),
          );
        const total = exact(one, btc).plus(exact(two, eth));
        for (const [part, value] of [
          ['[data-line] .value', exact(one, btc)],
          ['[data-total] .value', total],
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
    expect(lines[1]!.distant).toEqual([{ name: 'ETH/USD', when: 'early', seconds: 3_600 }]);
  });

  it('in grams of gold says by how much an ounce counts, and otherwise nothing', () => {
    expect(statementOf().lines.map(({ amounts }) => amounts?.rate)).toEqual([null, null]);
    const feeds = { XAU: { id: EUR, isInverse: false } };
    const held = heldOf(['1', '2']);
    const lines = held.lines.map((each) => ({
      ...each,
      route: routeBetween('USD', 'XAU-g', feeds),
    }));
    const draft = draftStatement({ ...held, currency: 'XAU-g', feeds, lines }, ANSWERS, TIME);
    const inGold = composeStatement(draft, () => ALL);
    const rate = { by: 'rate', value: { mantissa: 311_034_768n, expo: -7 } };
    expect(inGold.lines.map(({ amounts }) => amounts?.rate)).toEqual([rate, rate]);
    const [row] = pageOf(inGold).querySelectorAll('[data-line]');
    expect(row?.querySelector('p')?.textContent).toBe('1 × [1] ÷ [3] × 31.1034768');
  });

  it('does not call a market closed of which nothing was answered', () => {
    const { lines } = draftStatement(heldOf(['1', '1']), ANSWERS.slice(1), TIME);
    expect(lines[0]).toMatchObject({ problem: 'unsigned', value: null, isClosed: false });
  });

  it('marks the prices that were published long before or after its time', async () => {
    const answers = [answer(BTC, 6_501_245n, TIME - 60), answer(ETH, 350_017n, TIME + 61)];
    const all = { answers: [...answers, ANSWERS[2]!] };
    const warnings = (statement: Statement): string[] => {
      const page = pageOf(statement);
      expect(resultOf(page)).toEqual(HOLDS);
      const found = page.querySelectorAll('[data-owner] .warning');
      return Array.from(found, ({ textContent }) => textContent.slice(0, '[1] BTC/USD'.length));
    };
    const statement = statementOf(() => ALL, all);
    expect(statement.lines.map(({ distant }) => distant)).toEqual([
      [],
      [{ name: 'ETH/USD', when: 'late', seconds: 61 }],
    ]);
    const marks = statementCsv(statement)
      .split('\r\n')
      .map((row) => row.split(',')[6]);
    expect(marks).toEqual(['time_mark', '', 'late', '', '', undefined]);
    expect(warnings(statement)).toEqual(['[2] ETH/USD']);
    expect(warnings({ ...statement, time: TIME + 61 })).toEqual(['[1] BTC/USD', '[3] EUR/USD']);
  });

  it('leaves out what has no signed price, and the amounts that the user hides', async () => {
    const answers = [{ ...ANSWERS[0]!, proven: null }, ...ANSWERS.slice(1)];
    expect(statementOf(() => ALL, { answers }).lines.map(({ name }) => name)).toEqual(['ETH/USD']);

    const hidden = statementOf((id) => ({ isIncluded: true, hasAmounts: id === BTC }));
    const page = pageOf(hidden);
    expect(resultOf(page)).toEqual(HOLDS);
    expect(page.querySelectorAll('[data-line] .value')).toHaveLength(1);
    expect(shown(page, '[data-total] .value')).toEqual(shown(page, '[data-line] .value'));
    expect(page.body.textContent).not.toContain('-10');
  });

  it('without amounts holds for its prices alone', async () => {
    const page = pageOf(statementOf(() => ({ isIncluded: true, hasAmounts: false })));
    expect(resultOf(page)).toEqual(HOLDS);
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
