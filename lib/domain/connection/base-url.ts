import { t } from '../../base/locale/t.ts';

/** An `@` before the path means that the URL contains credentials. */
const CREDENTIALS = /^https?:\/{2,}[^/?#\\]*@/i;
/** Calls add up to 7,000 characters of feed ids, and servers reject much longer URLs. */
const LONGEST = 2_000;
/** No DNS name is longer (RFC 1035), and a longer host would flood the review of an import. */
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
  // Parsing would drop an empty user name silently.
  if (CREDENTIALS.test(text)) return t('connection.baseUrlProblem.credentials');
  if (!isBaseUrl(text)) return t('connection.baseUrlProblem.notAUrl');
  return /[?#]/.test(text) ? t('connection.baseUrlProblem.query') : null;
}

function isBaseUrl(text: string): boolean {
  return (
    text.length <= LONGEST &&
    /^https?:\/\/[^\s\\\p{Cc}]+$/iu.test(text) &&
    URL.canParse(text) &&
    new URL(text).hostname.length <= LONGEST_HOST
  );
}

/** @param hostname from a `URL`, which normalizes every IPv4 address */
export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(hostname);
}
