import { t } from '../../base/locale/t.ts';

/** An `@` before the path means that the URL contains credentials. */
const CREDENTIALS = /^https?:\/{2,}[^/?#\\]*@/i;
/** A URL typed without its scheme, such as `prices.example:8443/x`. */
const BARE_HOST = /^(?:localhost|[\w-]+(?:\.[\w-]+)+|\[[\da-f:.]+\])(?::\d+)?(?:$|[/?#])/i;
/** Calls add up to 7,000 characters of feed ids, and servers reject much longer URLs. */
const LONGEST = 2_000;
/** No DNS name is longer (RFC 1035), and it would flood the review of an import. */
const LONGEST_HOST = 253;

type BaseUrlCheck =
  | {
      ok: true;
      /** Without a trailing slash, ready to store. */
      baseUrl: string;
      /** The origin to confirm: plain `http:` to another computer. */
      unencryptedOrigin: string | null;
    }
  | {
      ok: false;
      /** Never contains the input, which may be secret. */
      reason: string;
    };

/**
 * Checks a typed base URL: `http(s)`, a host and a path prefix, to which calls append their paths.
 */
export function checkBaseUrl(typed: string): BaseUrlCheck {
  const text = typed.trim();
  const reason = findProblem(text);
  if (reason) return { ok: false, reason };
  const url = new URL(text);
  return {
    ok: true,
    baseUrl: url.origin + url.pathname.replace(/\/+$/, ''),
    unencryptedOrigin: url.protocol === 'http:' && !isLoopback(url.hostname) ? url.origin : null,
  };
}

/** `null` if it is not a URL. */
export function originOf(baseUrl: string): string | null {
  return URL.canParse(baseUrl) ? new URL(baseUrl).origin : null;
}

function findProblem(text: string): string | null {
  if (text === '') return t('connection.baseUrlProblem.empty');
  if (text.length > LONGEST) return t('connection.baseUrlProblem.tooLong', { count: LONGEST });
  if (/[\s\\\p{Cc}]/u.test(text)) return t('connection.baseUrlProblem.spaces');
  if (!/^https?:\/\//i.test(text)) return describeInvalidUrl(text);
  // Parsing would drop an empty user name silently.
  if (CREDENTIALS.test(text)) return t('connection.baseUrlProblem.credentials');
  if (!URL.canParse(text)) return t('connection.baseUrlProblem.invalid');
  if (new URL(text).hostname.length > LONGEST_HOST) {
    return t('connection.baseUrlProblem.hostTooLong', { count: LONGEST_HOST });
  }
  if (text.includes('?')) return t('connection.baseUrlProblem.query');
  if (text.includes('#')) return t('connection.baseUrlProblem.fragment');
  return null;
}

function describeInvalidUrl(text: string): string {
  if (BARE_HOST.test(text)) return t('connection.baseUrlProblem.noScheme');
  if (/^https?:/i.test(text)) return t('connection.baseUrlProblem.noHost');
  if (/^[a-z][a-z\d+.-]*:/i.test(text)) return t('connection.baseUrlProblem.otherScheme');
  return t('connection.baseUrlProblem.notAUrl');
}

/** @param hostname from a `URL`, which normalizes every IPv4 address */
export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(hostname);
}
