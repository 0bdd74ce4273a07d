import { describe, expect, it } from 'vitest';
import { checkBaseUrl } from '@/lib/domain/connection/base-url.ts';
import { DEFAULT_SERVICE } from '@/lib/domain/connection/default-service.ts';
import { PriceServiceClient } from '@/lib/price-service/index.ts';
import { priceServices } from '@/lib/storage/values/settings.ts';

// Whatever is typed: form, stored settings and client agree, and no message quotes it. For all
// rejected inputs with their messages see connection/base-url.test.ts and headers.test.ts.

const SECRET = 'tok3n-tok3n';
const unusable = [
  '',
  ' ',
  SECRET,
  `javascript:alert('${SECRET}')`,
  `data:text/html,${SECRET}`,
  `file:///etc/${SECRET}`,
  `chrome-extension://${SECRET}/x`,
  `moz-extension://${SECRET}/x`,
  `blob:https://prices.example/${SECRET}`,
  `ftp://prices.example/${SECRET}`,
  `ws://prices.example/${SECRET}`,
  `view-source:https://prices.example/${SECRET}`,
  `//prices.example/${SECRET}`,
  `https:///${SECRET}?`,
  `https://user:${SECRET}@prices.example`,
  `https://${SECRET}@prices.example`,
  `https://prices.example/?key=${SECRET}`,
  `https://prices.example/#${SECRET}`,
  `https://prices.example:0x50/${SECRET}`,
  `https://prices.example:99999/${SECRET}`,
  `https://prices .example/${SECRET}`,
  `https://[::1/${SECRET}`,
  `https://[fe80::1%25eth0]/${SECRET}`,
  `https://%/${SECRET}`,
  `\u202Ehttps://prices.example/${SECRET}`,
];
// Browsers read these as an address of prices.example.
const readable = [
  `https:/prices.example/${SECRET}`,
  `https://prices.example/${SECRET}\n/x`,
  `https://prices.example/\u0000${SECRET}`,
  `https://prices.example/a\tb${SECRET}`,
  `https://prices.example\\${SECRET}`,
  `https://prices.example/${SECRET.repeat(1_000)}`,
];

describe('a base URL of the wrong kind', () => {
  it.each([...unusable, ...readable])('%j', (typed) => {
    const check = checkBaseUrl(typed);
    if (check.ok) throw new Error(`accepted as ${check.baseUrl}`);
    expect(check.reason).toMatch(/^[A-Z].*\.$/);
    expect(check.reason).not.toContain(SECRET);
  });

  it.each(unusable)('%j, written directly into storage, never gets a request', async (baseUrl) => {
    const [asked] = await requestsOf(baseUrl);
    expect(asked?.url).toMatch(DEFAULT_SERVICE.baseUrl);
    expect(JSON.stringify(asked)).not.toContain(SECRET);
  });

  it.each(readable)('%j, written directly into storage, is what browsers read', async (baseUrl) => {
    const [asked] = await requestsOf(baseUrl);
    expect(new URL(asked?.url ?? '').origin).toBe('https://prices.example');
    expect(asked?.headers).toEqual([['x-key', SECRET]]);
  });
});

/** The requests that follow from a stored address, and their headers. */
async function requestsOf(baseUrl: string) {
  const requests: { url: string; headers: string[][] }[] = [];
  const stored = priceServices.parse({ baseUrl, headers: [{ name: 'X-Key', value: SECRET }] });
  for (const { baseUrl: kept, headers } of stored) {
    const client = new PriceServiceClient(kept, {
      headers: Object.fromEntries(headers.map(({ name, value }) => [name, value])),
      fetch: async (url, init) => {
        requests.push({ url, headers: [...new Headers(init.headers)] });
        return Response.json([]);
      },
    });
    await client.getPriceFeeds();
  }
  return requests;
}

describe('a header with line breaks', () => {
  it.each(['\n', '\r\n', '\u0000'])('%j, written directly into storage', (end) => {
    const headers = [{ name: 'X-Key', value: `a${end}X-Other: b` }];
    const stored = priceServices.parse({ baseUrl: 'https://prices.example', headers });
    expect(stored).toEqual(priceServices.fallback);
  });
});
