/** Matches an `@` before the path, which means that the URL contains credentials. */
const CREDENTIALS = /^https?:\/{2,}[^/?#\\]*@/i;
/** Matches a URL typed without its scheme, such as `prices.example:8443/x`. */
const BARE_HOST = /^(?:localhost|[\w-]+(?:\.[\w-]+)+|\[[\da-f:.]+\])(?::\d+)?(?:$|[/?#])/i;
/** Calls add up to 7,000 characters of feed ids, and servers reject much longer URLs. */
const LONGEST = 2_000;
/** No DNS name is longer (RFC 1035). A longer one would only flood the review of an import. */
const LONGEST_HOST = 253;

export type BaseUrlCheck =
  | {
      ok: true;
      /** Scheme, host and path prefix, without a trailing slash, ready to store. */
      baseUrl: string;
      /** Whether it uses plain `http:` to another computer, which the user has to confirm. */
      needsConfirmation: boolean;
    }
  | {
      ok: false;
      /** A sentence for the user. It never contains the input, which may be secret. */
      reason: string;
    };

/**
 * Checks a base URL as the user typed it. It may only have `http(s)`, a host and a path prefix,
 * because the path of each call is appended to it as a string.
 */
export function checkBaseUrl(typed: string): BaseUrlCheck {
  const text = typed.trim();
  const reason = findProblem(text);
  if (reason) return { ok: false, reason };
  const url = new URL(text);
  return {
    ok: true,
    baseUrl: url.origin + url.pathname.replace(/\/+$/, ''),
    needsConfirmation: url.protocol === 'http:' && !isLoopback(url.hostname),
  };
}

/** Returns the origin of a URL, or `null` if it is not a URL. */
export function originOf(baseUrl: string): string | null {
  return URL.canParse(baseUrl) ? new URL(baseUrl).origin : null;
}

function findProblem(text: string): string | null {
  if (text === '') return 'Enter the address of a price service.';
  if (text.length > LONGEST) return `The address must not be longer than ${LONGEST} characters.`;
  if (/[\s\\\p{Cc}]/u.test(text)) return 'The address must not contain spaces or backslashes.';
  if (!/^https?:\/\//i.test(text)) return describeInvalidAddress(text);
  // Checked before parsing, because parsing drops an empty user name silently.
  if (CREDENTIALS.test(text)) {
    return 'Leave user name and password out of the address; send them as a header instead.';
  }
  if (!URL.canParse(text)) return 'This is not a valid address: check the host name and the port.';
  if (new URL(text).hostname.length > LONGEST_HOST) {
    return `The host name must not be longer than ${LONGEST_HOST} characters.`;
  }
  if (text.includes('?')) return 'Leave out the question mark and what follows it.';
  if (text.includes('#')) return 'Leave out the # and what follows it.';
  return null;
}

function describeInvalidAddress(text: string): string {
  if (BARE_HOST.test(text)) return 'Begin the address with https://.';
  if (/^https?:/i.test(text)) return 'Write // and a host name after https:.';
  if (/^[a-z][a-z\d+.-]*:/i.test(text)) return 'Only https: and http: addresses can be used.';
  return 'This is not a web address. It begins with https:// and a host name.';
}

/** @param hostname from a `URL`, which normalizes every IPv4 address to four decimal numbers */
function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(hostname);
}
