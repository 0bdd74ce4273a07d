import * as fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { attribute, type FeedAttributes } from '@/lib/domain/prices/attributes.ts';
import { assetTypeLabel, feedName, shortId } from '@/lib/domain/prices/feed-name.ts';
import { titleCase } from '@/lib/domain/prices/title-case.ts';
import { readLocale } from '../../../tools/locale-texts.ts';
import { setLocale } from '../../base/locale/set-locale.ts';
import { recordedCatalog } from './shared-data.ts';

const ID = 'e62df6c8b4a85fe1a67db44dc12de5db330f7ac66b72dc658afedf0f4a415b43';

const inherited: FeedAttributes = Object.create({ display_symbol: 'FAKE' });
const untyped: FeedAttributes = JSON.parse('{"display_symbol": 5}');

// Includes lone surrogates, control characters and unassigned code points.
const anyCharacter = fc
  .integer({ min: 0, max: 0x10ffff })
  .map((code) => String.fromCodePoint(code));

describe('feedName', () => {
  it('returns the display symbol and a readable description', () => {
    const attributes = {
      display_symbol: 'BTC/USD',
      symbol: 'Crypto.BTC/USD',
      description: 'BITCOIN / US DOLLAR',
    };
    expect(feedName(attributes, ID)).toEqual({
      symbol: 'BTC/USD',
      description: 'Bitcoin / US Dollar',
      subject: 'Bitcoin',
      deprecated: false,
    });
  });

  it.each([
    [{ symbol: 'Crypto.BETH/USD' }, 'BETH/USD'],
    [{ symbol: 'FX.USDXY' }, 'USDXY'],
    [{ symbol: 'Equity.US.QQQM/USD' }, 'QQQM/USD'],
    [{ symbol: 'Equity.US.BA/USD.EXT', display_symbol: 'EXT' }, 'BA/USD.EXT'],
    [{ symbol: 'Crypto.WSTKSCUSD/SCUSD.RR', display_symbol: 'RR' }, 'WSTKSCUSD/SCUSD.RR'],
    [{ symbol: 'Crypto.RR/USD', display_symbol: 'RR/USD' }, 'RR/USD'],
    [{ symbol: 'BTC/USD' }, 'BTC/USD'],
    [{ display_symbol: '\u202E\u0000 ', symbol: 'Crypto.' }, 'Crypto.'],
    [{ display_symbol: '\u3164\u115F\u1160\uFFA0', symbol: 'FX.EUR/USD' }, 'EUR/USD'],
    [{ display_symbol: '\u2800', symbol: '\u034F\u00AD\u{E0041}\uFE0F' }, 'e62df6c8…'],
    [{ display_symbol: 'B\u00ADT\u3164C/\u2066USD' }, 'BTC/USD'],
    [{ display_symbol: `B${'\u0336'.repeat(40)}TC` }, 'B\u0336\u0336TC'],
    [{}, 'e62df6c8…'],
    [undefined, 'e62df6c8…'],
    [inherited, 'e62df6c8…'],
    [untyped, 'e62df6c8…'],
  ])('%j has the symbol %s', (attributes, symbol) => {
    expect(feedName(attributes, ID).symbol).toBe(symbol);
  });

  it.each([
    ['US DOLLAR / JAPANESE YEN', 'Japanese Yen'],
    ['US DOLLAR INDEX', 'US Dollar Index'],
    ['GOLD / US DOLLAR', 'Gold'],
    ['PYTH PRICE IN USD FOR NICKEL 3-MONTH', 'Nickel 3-Month'],
    ['', ''],
  ])('%j has the subject %j', (description, subject) => {
    expect(feedName({ description }, ID).subject).toBe(subject);
  });

  it('marks a feed as deprecated if its description says so', () => {
    expect(
      feedName({ description: 'DEPRECATED FEED - MANTRA (OLD) / US DOLLAR' }, ID),
    ).toMatchObject({ description: 'Mantra (Old) / US Dollar', deprecated: true });
  });

  it('limits all texts from the service', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, maxLength: 500 }), (text) => {
        const name = feedName({ display_symbol: text, description: text }, text);
        // Plus the two isolate characters.
        expect(Array.from(name.symbol).length).toBeLessThanOrEqual(42);
        expect(name.symbol).not.toBe('');
        expect(Array.from(name.description).length).toBeLessThanOrEqual(400);
        const shown = [name.symbol, name.description, name.subject].map(withoutIsolate).join('');
        expect(shown).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}\u2800]/u);
      }),
    );
    expect(feedName({ description: 'A'.repeat(10_000_000) }, ID).description).toHaveLength(200);
  });

  it('names every feed of the recorded catalog', (context) => {
    const feeds = recordedCatalog(context);
    const names = feeds.map(({ id, attributes }) => feedName(attributes, id));
    expect(names.every(({ symbol, description }) => symbol !== '' && description !== '')).toBe(
      true,
    );
    expect(names.filter(({ deprecated }) => deprecated).length).toBe(
      feeds.filter(({ attributes }) => attributes['description']?.startsWith('DEPRECATED')).length,
    );
    expect(names.map(({ symbol }) => symbol)).not.toContain('RR');
  });
});

describe('titleCase', () => {
  it.each([
    ['BITCOIN / US DOLLAR', 'Bitcoin / US Dollar'],
    ['BRENT CRUDE OIL CFD', 'Brent Crude Oil CFD'],
    ['ALPHABET INC CLASS A / US DOLLAR', 'Alphabet Inc Class A / US Dollar'],
    ['SPDR S&P 500 ETF TRUST', 'SPDR S&P 500 ETF Trust'],
    ['ISHARES MSCI EAFE ETF', 'iShares MSCI EAFE ETF'],
    ["MOODY'S CORP", "Moody's Corp"],
    ['THE J M SMUCKER COMPANY', 'The J M Smucker Company'],
    ['BANK OF AMERICA', 'Bank of America'],
    ['TRI-PARTY GENERAL COLLATERAL RATE', 'Tri-Party General Collateral Rate'],
    [
      'UNITED STATES 10 YEAR GOVERNMENT BONDS YIELD',
      'United States 10 Year Government Bonds Yield',
    ],
    ['EULER PRIME (ETHEREUM) USDC BORROW RATE', 'Euler Prime (Ethereum) USDC Borrow Rate'],
    ['Fed to cut rates 1 time?', 'Fed to cut rates 1 time?'],
    ['', ''],
  ])('%j becomes %j', (text, titled) => {
    expect(titleCase(text)).toBe(titled);
  });
});

describe('assetTypeLabel', () => {
  it.each([
    ['Crypto', 'Crypto'],
    ['FX', 'Currencies'],
    ['metal', 'Metals'],
    ['Crypto Redemption Rate', 'Redemption rate'],
    ['crypto_nav', 'Crypto NAV'],
    ['lunar_real_estate', 'Lunar real estate'],
    ['constructor', 'Constructor'],
    ['', 'Other'],
    [undefined, 'Other'],
  ])('%j has the label %j', (type, label) => {
    expect(assetTypeLabel(type)).toBe(label);
  });
});

describe('attribute and shortId', () => {
  it('reads only own properties that are text', () => {
    expect(attribute({ symbol: 'A' }, 'symbol')).toBe('A');
    expect(attribute({}, 'toString')).toBeUndefined();
    expect(attribute({}, '__proto__')).toBeUndefined();
  });

  it('shortens ids', () => {
    expect(shortId(ID)).toBe('e62df6c8…');
    expect(shortId('abc')).toBe('abc');
    expect(shortId('')).toBe('?');
  });
});

function withoutIsolate(text: string): string {
  return /^\u2068(.*)\u2069$/su.exec(text)?.[1] ?? text;
}

describe('the name of a currency or metal', () => {
  afterEach(() => {
    setLocale(readLocale('en'), 'en');
    // The next test file shares these modules, and their formats.
    vi.resetModules();
  });

  it.each([
    ['fx', 'USD', 'JPY', 'en', 'From the List'],
    ['fx', 'USD', 'JPY', 'ja', '日本円'],
    ['FX', 'EUR', 'USD', 'ru', 'Евро'],
    ['metal', 'XAU', 'USD', 'zh-CN', '黄金'],
    ['Metal', 'XPD', 'USD', 'ru', 'Палладий'],
    ['FX', 'USDXY', 'USD', 'ja', 'From the List'],
    ['Crypto', 'XAU', 'USD', 'ja', 'From the List'],
  ])('of type %s, %s in %s, is in %s: %s', async (asset_type, base, quote, language, subject) => {
    // Formats are cached for the life of a page.
    vi.resetModules();
    setLocale(readLocale(language), language);
    const fresh = await import('@/lib/domain/prices/feed-name.ts');
    const attributes = { asset_type, base, quote_currency: quote, description: 'FROM THE LIST' };
    expect(fresh.feedName(attributes, ID).subject).toBe(subject);
  });
});
