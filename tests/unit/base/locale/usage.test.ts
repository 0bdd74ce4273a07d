import { globSync } from 'node:fs';
import { beforeAll, expect, it } from 'vitest';
import { messagesOf } from '@/lib/base/locale/build/messages.ts';
import { readLocale } from '../../../tools/locale-texts.ts';
import { englishIn } from './english-in-code.ts';
import { keysIn } from './keys-in-code.ts';
import { readSource } from './syntax-tree.ts';

const SOURCES = globSync('{lib,components,entrypoints}/**/*.{ts,tsx}').toSorted();

// Makes the declarations and the pseudo-locale when the extension is built.
const BUILD = 'lib/base/locale/build/';

/** Strings of several words that are not for users to read in their language, by the reason. */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  'What a developer reads in the message of an error.': [
    'lib/base/http/errors.ts: The service could not be reached',
    'lib/base/http/errors.ts: The connection broke',
    'lib/base/http/errors.ts: The stream ended',
    'lib/base/http/errors.ts: The service redirects too many times',
    'lib/base/http/errors.ts: The service redirects to an address that cannot be used',
    'lib/base/http/errors.ts: The service redirects, which is not followed',
    'lib/base/http/errors.ts: another site',
    'lib/base/http/errors.ts: an address that the browser does not reveal',
  ],
  'What is wrong with an answer, in the notation of zod: `path: problem`, for the operator of the service.':
    [
      'lib/base/http/answer-limits.ts: larger than',
      'lib/base/http/answer-limits.ts: more than',
      'lib/base/http/requests.ts: body: larger than',
      'lib/history-service/read-answers.ts: t: more than',
      'lib/history-service/read-answers.ts: : not as many as t',
      'lib/price-service/stream-connection.ts: content-type: not text/event-stream',
      'lib/price-service/stream-events.ts: event: larger than',
      'lib/price-service/stream-events.ts: events: more than',
    ],
  'Values in exported files, which programs read.': [
    'lib/domain/samples/sample-service.ts: Sample prices, not real',
    'lib/pages/export/watchlist-table.ts: not verified',
    'lib/pages/export/watchlist-table.ts: not checked',
  ],
  'Names.': [
    'lib/domain/signed-updates/trust/built-in-names.ts: Pyth routers',
    'lib/domain/signed-updates/trust/built-in-names.ts: Wormhole guardians',
    'lib/domain/signed-updates/trust/built-in-names.ts: Pyth beta',
  ],
  'Attributes and names of feeds.': [
    'lib/domain/currency/route.ts: Crypto Redemption Rate',
    'lib/domain/currency/route.ts: Crypto Index',
    'lib/domain/watchlist/default-feeds.ts: BTC/USD ETH/USD SOL/USD EUR/USD USD/JPY XAU/USD AAPL/USD NVDA/USD US10Y BONK/USD',
    'lib/domain/watchlist/starter-sets.ts: British pound',
    'lib/domain/watchlist/starter-sets.ts: Japanese yen',
    'lib/domain/watchlist/starter-sets.ts: Swiss franc',
    'lib/domain/watchlist/starter-sets.ts: Australian dollar',
    'lib/domain/watchlist/starter-sets.ts: Canadian dollar',
    'lib/domain/watchlist/starter-sets.ts: Alphabet A',
    'lib/domain/watchlist/starter-sets.ts: 2-year Treasury',
    'lib/domain/watchlist/starter-sets.ts: 5-year Treasury',
    'lib/domain/watchlist/starter-sets.ts: 10-year Treasury',
    'lib/domain/watchlist/starter-sets.ts: 30-year Treasury',
    'lib/domain/watchlist/starter-sets.ts: US dollar /',
    'lib/domain/watchlist/starter-sets.ts: / US dollar',
  ],
  'Words that occur in the descriptions of feeds, which are English.': [
    'lib/domain/prices/title-case.ts: US USA UK UAE EU USD EUR GBP AUD CAD ETF ETFS ETP ETN FTSE MSCI NASDAQ COMEX NYMEX CME ICE',
    'lib/domain/prices/title-case.ts: EAFE UCITS ESG REIT ADR CFD WTI VIX AI DAO IP SE SA AG AB ASA II III IV VI VII IBM SAP HSBC',
    'lib/domain/prices/title-case.ts: ETH SOL USDC USDE USDT DEX NFT API NYC',
    'lib/domain/prices/title-case.ts: an and at by for from in of on or the to',
  ],
  'Sentences that version 1 of the stored value had, replaced by codes when they are read.': [],
  'A line of a license, which is not translated.': [
    'lib/base/about/build/hooks.ts: Copyright (c) the authors of',
  ],
};

const used = new Set<string>();
const patterns = new Set<string>();
const found: string[] = [];

beforeAll(() => {
  for (const path of [...SOURCES, 'wxt.config.ts']) {
    const source = readSource(path);
    const inSource = keysIn(source);
    for (const key of inSource.keys) used.add(key);
    for (const pattern of inSource.patterns) patterns.add(pattern);
    if (path === 'wxt.config.ts' || path.startsWith(BUILD)) continue;
    found.push(...englishIn(source).map((text) => `${path}: ${text}`));
  }
});

it('each message is used', () => {
  const keys = new Set(messagesOf(readLocale('en')).map(({ key }) => key)).difference(used);
  const templates = [...patterns].map((pattern) => new RegExp(`^${pattern}$`));
  const unused = [...keys].filter((key) => !templates.some((template) => template.test(key)));
  expect(unused, 'messages of assets/locales/en.json that no code shows').toEqual([]);
});

it('all texts for users are messages', () => {
  const allowed = Object.values(ALLOWED).flat();
  expect(
    found.filter((each) => !allowed.includes(each)),
    'English in the code',
  ).toEqual([]);
  expect(
    allowed.filter((each) => !found.includes(each)),
    'no longer in the code',
  ).toEqual([]);
});
