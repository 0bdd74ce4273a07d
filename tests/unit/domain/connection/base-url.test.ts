import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkBaseUrl } from '@/lib/domain/connection/base-url.ts';

const accepted: readonly (readonly [typed: string, stored: string])[] = [
  ['https://hermes.pyth.network', 'https://hermes.pyth.network'],
  ['https://hermes.pyth.network/', 'https://hermes.pyth.network'],
  ['  https://prices.example/hermes\n', 'https://prices.example/hermes'],
  ['https://prices.example/hermes/', 'https://prices.example/hermes'],
  ['https://prices.example/a/b//', 'https://prices.example/a/b'],
  ['https://prices.example/Secret-Token/Hermes', 'https://prices.example/Secret-Token/Hermes'],
  ['HTTPS://PRICES.EXAMPLE/X', 'https://prices.example/X'],
  ['https://prices.example:8443/x', 'https://prices.example:8443/x'],
  ['https://prices.example:443', 'https://prices.example'],
  ['https://prices.example/a@b', 'https://prices.example/a@b'],
  ['https://[2001:db8::1]:8443/x', 'https://[2001:db8::1]:8443/x'],
  ['https://münchen.example', 'https://xn--mnchen-3ya.example'],
];

const refused: readonly (readonly [kind: string, typed: string, reason: RegExp])[] = [
  ['nothing', '', /isn’t a URL/],
  ['only spaces', '  \t ', /isn’t a URL/],
  ['a bare host', 'hermes.pyth.network', /isn’t a URL/],
  ['a bare host with a port', 'prices.example:8443/x', /isn’t a URL/],
  ['a bare loopback', 'localhost:8080', /isn’t a URL/],
  ['a bare address', '[::1]:8080', /isn’t a URL/],
  ['ftp', 'ftp://prices.example', /isn’t a URL/],
  ['a web socket', 'wss://prices.example', /isn’t a URL/],
  ['a file', 'file:///etc/passwd', /isn’t a URL/],
  ['script', 'javascript:alert(1)', /isn’t a URL/],
  ['data', 'data:text/plain,x', /isn’t a URL/],
  ['an extension page', 'chrome-extension://abc/x', /isn’t a URL/],
  ['blob', 'blob:https://prices.example/1', /isn’t a URL/],
  ['no slashes', 'https:prices.example', /isn’t a URL/],
  ['one slash', 'https:/prices.example', /isn’t a URL/],
  ['no host', 'https://', /isn’t a URL/],
  ['only a port', 'https://:8443', /isn’t a URL/],
  ['a port out of range', 'https://prices.example:65536', /isn’t a URL/],
  ['a port that is not a number', 'https://prices.example:port', /isn’t a URL/],
  ['a broken IPv4', 'https://1.2.3.256', /isn’t a URL/],
  ['a broken IPv6', 'https://[::1', /isn’t a URL/],
  ['a percent sign in the host', 'https://prices%.example', /isn’t a URL/],
  ['prose', 'the prices', /isn’t a URL/],
  ['one word', 'prices', /isn’t a URL/],
  ['a path', '/v2/price_feeds', /isn’t a URL/],
  ['a space in the path', 'https://prices.example/a b', /isn’t a URL/],
  ['a line break', 'https://prices.\nexample', /isn’t a URL/],
  ['a backslash', 'https://prices.example\\@evil.example', /isn’t a URL/],
  ['a NUL', 'https://prices.example/\0', /isn’t a URL/],
  ['user and password', 'https://ann:pw@prices.example', /^Remove the user name and password/],
  ['only a user', 'https://ann@prices.example', /^Remove the user name and password/],
  ['only a password', 'https://:pw@prices.example', /^Remove the user name and password/],
  ['empty credentials', 'https://@prices.example', /^Remove the user name and password/],
  ['credentials after a third slash', 'https:///ann:pw@prices.example', /^Remove the user name/],
  ['a query', 'https://prices.example/?ACCESS_TOKEN=x', /Remove the \? or #/],
  ['an empty query', 'https://prices.example/x?', /Remove the \? or #/],
  ['a fragment', 'https://prices.example/#x', /Remove the \? or #/],
  ['an empty fragment', 'https://prices.example#', /Remove the \? or #/],
  ['a huge text', `https://prices.example/${'x'.repeat(2_000)}`, /isn’t a URL/],
];

const plainHttp: readonly (readonly [typed: string, needsConfirmation: boolean])[] = [
  ['http://localhost:8080', false],
  ['http://LOCALHOST/x', false],
  ['http://127.0.0.1:8080/x', false],
  ['http://127.255.1.2', false],
  ['http://127.1', false],
  ['http://2130706433', false],
  ['http://[::1]:8080', false],
  ['http://[0:0:0:0:0:0:0:1]', false],
  ['https://prices.example', false],
  ['http://prices.example', true],
  ['http://192.168.0.7:8080', true],
  ['http://10.0.0.1', true],
  ['http://0.0.0.0', true],
  ['http://128.0.0.1', true],
  ['http://[::2]', true],
  ['http://localhost.example', true],
  ['http://127.0.0.1.example', true],
  ['http://notlocalhost', true],
];

describe('the base URL', () => {
  it.each(accepted)('%j is stored as %j', (typed, stored) => {
    expect(checkBaseUrl(typed)).toMatchObject({ ok: true, baseUrl: stored });
  });

  it.each(refused)('%s is rejected with the reason', (_kind, typed, reason) => {
    const check = checkBaseUrl(typed);
    expect(check).toEqual({ ok: false, reason: expect.stringMatching(reason) });
  });

  it.each(plainHttp)('%s needs confirmation: %s', (typed, needsConfirmation) => {
    const unencryptedOrigin = needsConfirmation ? new URL(typed).origin : null;
    expect(checkBaseUrl(typed)).toMatchObject({ ok: true, unencryptedOrigin });
  });

  it('is always stored in a form that does not change when it is checked again', () => {
    const pieces = fc.constantFrom(
      'https://',
      'http://',
      'a.example',
      'localhost',
      '@',
      ':',
      '/',
      '?',
      '#',
      '..',
      '%2e',
      '8',
    );
    const typed = fc.array(pieces, { maxLength: 8 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(fc.oneof(typed, fc.webUrl(), fc.string()), (text) => {
        const check = checkBaseUrl(text);
        if (!check.ok) return;
        const url = new URL(check.baseUrl);
        expect(['http:', 'https:']).toContain(url.protocol);
        expect(url.username + url.password + url.search + url.hash).toBe('');
        expect(checkBaseUrl(check.baseUrl)).toEqual(check);
      }),
    );
  });
});
