/** The origin part that a URL may have before any path; with `@` in it there are credentials. */
const CREDENTIALS = /^https?:\/{2,}[^/?#\\]*@/i;
/** A host as people type it, such as `prices.example:8443/x`. */
const BARE_HOST = /^(?:localhost|[\w-]+(?:\.[\w-]+)+|\[[\da-f:.]+\])(?::\d+)?(?:$|[/?#])/i;
/** Calls add up to 7,000 characters of feed ids; servers refuse far longer ones. */
const LONGEST = 2_000;

export type BaseUrlCheck =
  | {
      ok: true;
      /** Scheme, host and path prefix, as it is to be stored; without a slash at the end. */
      baseUrl: string;
      /** Plain `http:` beyond this computer: only after the user confirmed it. */
      needsConfirmation: boolean;
    }
  | {
      ok: false;
      /** A whole sentence for the user; never holds what was typed, which may be a secret. */
      reason: string;
    };

/**
 * Checks a base URL as the user typed it: `http(s)` with an optional path prefix and nothing else
 * (the calls are joined to it by string).
 */
export function checkBaseUrl(typed: string): BaseUrlCheck {
  const text = typed.trim();
  const reason = whyRefused(text);
  if (reason) return { ok: false, reason };
  const url = new URL(text);
  return {
    ok: true,
    baseUrl: url.origin + url.pathname.replace(/\/+$/, ''),
    needsConfirmation: url.protocol === 'http:' && !isLoopback(url.hostname),
  };
}

/** The origin of a URL that was checked before; `null` where it is none. */
export function originOf(baseUrl: string): string | null {
  return URL.canParse(baseUrl) ? new URL(baseUrl).origin : null;
}

function whyRefused(text: string): string | null {
  if (text === '') return 'Enter the address of a price service.';
  if (text.length > LONGEST) return `The address must not be longer than ${LONGEST} characters.`;
  if (/[\s\\\p{Cc}]/u.test(text)) return 'The address must not contain spaces or backslashes.';
  if (!/^https?:\/\//i.test(text)) return whyNoWebAddress(text);
  // Before parsing, which drops an empty user name silently.
  if (CREDENTIALS.test(text)) {
    return 'Leave user name and password out of the address; send them as a header instead.';
  }
  if (!URL.canParse(text)) return 'This is not a valid address: check the host name and the port.';
  if (text.includes('?')) return 'Leave out the question mark and what follows it.';
  if (text.includes('#')) return 'Leave out the # and what follows it.';
  return null;
}

function whyNoWebAddress(text: string): string {
  if (BARE_HOST.test(text)) return 'Begin the address with https://.';
  if (/^https?:/i.test(text)) return 'Write // and a host name after https:.';
  if (/^[a-z][a-z\d+.-]*:/i.test(text)) return 'Only https: and http: addresses can be used.';
  return 'This is not a web address. It begins with https:// and a host name.';
}

/** `hostname` as URL gives it: IPv4 in four decimal parts however it was written. */
function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(hostname);
}
