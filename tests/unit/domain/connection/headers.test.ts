import { describe, expect, it, vi } from 'vitest';
import { checkHeaders } from '@/lib/domain/connection/headers.ts';
import { t } from '@/lib/base/locale/t.ts';
import { MAX_HEADERS } from '@/lib/base/limits.ts';
import { priceServices } from '@/lib/storage/values/settings.ts';
import { serviceWith } from './services.ts';

const SECRET = 'sesame-5up3r';

const forbiddenNames = `
  Accept-Charset Accept-Encoding Access-Control-Request-Headers Access-Control-Request-Method
  Access-Control-Request-Private-Network Connection Content-Length Cookie Cookie2 Date DNT
  Expect Host Keep-Alive Origin Referer Set-Cookie TE Trailer Transfer-Encoding Upgrade Via
  Proxy-Authorization proxy- Sec-Fetch-Mode SEC-Anything
`
  .trim()
  .split(/\s+/);

const invalidNames = ['X Y', 'X:Y', 'X/Y', 'X(Y)', 'Ключ', 'X\u00e9', 'a,b', '"x"', 'X\tY', 'X@Y'];

const acceptedHeaders = [
  ['Authorization', `Bearer ${SECRET}`],
  ['authorization', SECRET],
  ['Authorization', 'Basic YW5uOnB3'],
  ['X-Api-Key', SECRET],
  ["!#$%&'*+-.^_`|~9aZ", 'x'],
  ['Accept', 'application/json'],
  ['User-Agent', 'x'],
  ['X-Section', 'x'],
  ['Second', 'x'],
  ['X-Latin', 'caf\u00e9 \u00ff'],
  ['X-Tab', 'a\tb'],
  ['X-HTTP-Method-Override', 'GET'],
] as const;

const refusedValues: readonly (readonly [kind: string, name: string, value: string, RegExp])[] = [
  ['nothing', 'X-Key', '', /^Enter a value/],
  ['only spaces', 'X-Key', '   ', /^Enter a value/],
  ['a line feed', 'X-Key', `${SECRET}\nX-Other: 1`, /Latin-1/],
  ['a carriage return', 'X-Key', `${SECRET}\rX`, /Latin-1/],
  ['a NUL', 'X-Key', `${SECRET}\0x`, /Latin-1/],
  ['a delete character', 'X-Key', `${SECRET}\x7fx`, /Latin-1/],
  ['a curly quote', 'X-Key', `${SECRET}\u2019x`, /Latin-1/],
  ['a zero-width space', 'X-Key', `${SECRET}\u200bx`, /Latin-1/],
  ['an emoji', 'X-Key', `${SECRET}\u{1f511}x`, /Latin-1/],
  ['a huge text', 'X-Key', SECRET.repeat(600), /At most 6,000/],
  ['only the scheme', 'Authorization', 'Bearer ', /access token after/],
  ['the scheme twice', 'Authorization', `Bearer Bearer ${SECRET}`, /duplicate “Bearer”/],
  ['CONNECT', 'X-HTTP-Method', 'CONNECT', /Browsers don’t let extensions set/],
  ['TRACE in a list', 'x-http-method-override', 'GET, trace', /Browsers don’t let extensions set/],
  ['TRACK', 'X-Method-Override', 'Track', /Browsers don’t let extensions set/],
];

describe('header names', () => {
  it.each(forbiddenNames)(
    '%s is rejected with its name in the reason, in lowercase too',
    (name) => {
      const { ok, problems } = checkHeaders([{ name, value: SECRET }]);
      expect(ok).toBe(false);
      expect(problems[0]?.name).toContain(`“${name}”`);
      expect(checkHeaders([{ name: name.toLowerCase(), value: 'x' }]).ok).toBe(false);
    },
  );

  it.each(invalidNames)('%j is not a header name', (name) => {
    expect(checkHeaders([{ name, value: 'x' }]).problems[0]?.name).toMatch(/letters, digits/);
  });

  it('must not be empty if there is a value', () => {
    const { problems } = checkHeaders([{ name: ' ', value: SECRET }]);
    expect(problems).toEqual([{ name: t('common.nameMissing') }]);
  });

  it('must not repeat, whatever their letter case', () => {
    const rows = ['X-Key', 'Other', 'x-KEY'].map((name) => ({ name, value: 'x' }));
    expect(checkHeaders(rows).problems).toEqual([
      null,
      null,
      { name: t('headers.nameProblem.repeated', { name: 'x-KEY' }) },
    ]);
  });
});

describe('header values', () => {
  it.each(refusedValues)('%s is rejected with the reason', (_kind, name, value, reason) => {
    const { ok, problems } = checkHeaders([{ name, value }]);
    expect(ok).toBe(false);
    expect(problems[0]?.value).toMatch(reason);
    expect(JSON.stringify(problems)).not.toContain(SECRET);
  });

  it.each(acceptedHeaders)('%s: %j is accepted, as by fetch', (name, value) => {
    expect(checkHeaders([{ name, value }])).toEqual({
      headers: [{ name, value }],
      problems: [null],
      ok: true,
    });
    expect(new Headers({ [name]: value }).get(name)).toBe(value);
  });
});

describe('header rows', () => {
  it('are trimmed, and empty ones are left out', () => {
    const rows = [
      { name: ' ', value: '' },
      { name: ' X-Key ', value: `\u00a0${SECRET}\n` },
      { name: '', value: '' },
    ];
    expect(checkHeaders(rows)).toEqual({
      headers: [{ name: 'X-Key', value: SECRET }],
      problems: [null, null, null],
      ok: true,
    });
  });

  it('are limited to the number that storage accepts', () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    expect(stored(MAX_HEADERS)[0]?.headers).toHaveLength(MAX_HEADERS);
    expect(stored(MAX_HEADERS + 1)).toEqual(priceServices.fallback);
  });
});

function stored(count: number) {
  const headers = Array.from({ length: count }, (_, index) => ({ name: `X-${index}`, value: 'x' }));
  const service = serviceWith({ baseUrl: 'https://prices.example', headers });
  return priceServices.parse(priceServices.entry([service])[priceServices.key]);
}
