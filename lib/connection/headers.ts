// A header is checked before it is stored: what fetch would refuse is refused by name.

/** Far above any access token; servers commonly refuse header blocks above 8 KiB. */
const LONGEST_VALUE = 6_000;
const LONGEST_NAME = 200;

/** RFC 9110, section 5.6.2. */
const TOKEN = /^[!#$%&'*+\-.^_`|~\dA-Za-z]+$/;
/** All controls but the tab: fetch refuses some of them and servers the others. */
const CONTROL = /[^\P{Cc}\t]/u;

/**
 * Forbidden request-headers: https://fetch.spec.whatwg.org/#forbidden-request-header, and the one
 * that Chromium adds. A browser drops them silently, so the user has to be told here.
 */
const FORBIDDEN = new Set([
  'accept-charset',
  'accept-encoding',
  'access-control-request-headers',
  'access-control-request-method',
  'access-control-request-private-network',
  'connection',
  'content-length',
  'cookie',
  'cookie2',
  'date',
  'dnt',
  'expect',
  'host',
  'keep-alive',
  'origin',
  'referer',
  'set-cookie',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'via',
]);
const FORBIDDEN_PREFIXES = ['proxy-', 'sec-'];
const METHOD_OVERRIDES = new Set(['x-http-method', 'x-http-method-override', 'x-method-override']);
const FORBIDDEN_METHODS = new Set(['connect', 'trace', 'track']);

export interface Header {
  name: string;
  value: string;
}

/** What is wrong with a header, as whole sentences at the field; they never hold the value. */
export interface HeaderProblem {
  name?: string;
  value?: string;
}

export interface HeadersCheck {
  /** As they are to be stored: trimmed, without empty rows. */
  headers: Header[];
  /** One entry a row, `null` where nothing is wrong. */
  problems: (HeaderProblem | null)[];
  ok: boolean;
}

/** Checks header rows as the user typed them; rows that are empty are left out. */
export function checkHeaders(rows: readonly Header[]): HeadersCheck {
  const trimmed = rows.map(({ name, value }) => ({ name: name.trim(), value: value.trim() }));
  const headers = trimmed.filter(({ name, value }) => name !== '' || value !== '');
  const seen = new Set<string>();
  const problems = trimmed.map((header) => {
    if (!headers.includes(header)) return null;
    const key = header.name.toLowerCase();
    const problem = problemOf(header, seen.has(key));
    seen.add(key);
    return problem;
  });
  return { headers, problems, ok: problems.every((problem) => problem === null) };
}

/** Whether a header is the one that access tokens go into. */
export function isAuthorization(name: string): boolean {
  return name.trim().toLowerCase() === 'authorization';
}

function problemOf(header: Header, isRepeated: boolean): HeaderProblem | null {
  const name = whyNameRefused(header.name, isRepeated);
  const value = whyValueRefused(header);
  if (name === null && value === null) return null;
  return { ...(name === null ? {} : { name }), ...(value === null ? {} : { value }) };
}

function whyNameRefused(name: string, isRepeated: boolean): string | null {
  if (name === '') return 'Enter a name for this header.';
  if (name.length > LONGEST_NAME) return `A name has at most ${LONGEST_NAME} characters.`;
  if (!TOKEN.test(name)) {
    return 'A name consists of letters, digits and - _ . and has no spaces or colons.';
  }
  if (isForbidden(name.toLowerCase())) {
    return `The browser keeps “${name}” to itself; no extension can send it.`;
  }
  if (isRepeated) return `“${name}” is there already; upper and lower case are the same.`;
  return null;
}

function isForbidden(lowerName: string): boolean {
  return (
    FORBIDDEN.has(lowerName) || FORBIDDEN_PREFIXES.some((prefix) => lowerName.startsWith(prefix))
  );
}

function whyValueRefused({ name, value }: Header): string | null {
  if (value === '') return 'Enter a value, or remove this header.';
  if (value.length > LONGEST_VALUE) return `A value has at most ${LONGEST_VALUE} characters.`;
  if (CONTROL.test(value)) return 'A value has no line breaks or other control characters.';
  if (/[^\0-\xff]/.test(value)) {
    return 'A value has Latin-1 characters only. Look for curly quotes, dashes or invisible ones.';
  }
  if (METHOD_OVERRIDES.has(name.toLowerCase()) && namesForbiddenMethod(value)) {
    return `The browser does not send “${name}” with the methods CONNECT, TRACE and TRACK.`;
  }
  return isAuthorization(name) ? whyTokenRefused(value) : null;
}

/** The value of these headers may be a list. */
function namesForbiddenMethod(value: string): boolean {
  return value.split(',').some((method) => FORBIDDEN_METHODS.has(method.trim().toLowerCase()));
}

/** The slips that happen when a token is pasted after the prefilled `Bearer `. */
function whyTokenRefused(value: string): string | null {
  if (/^bearer$/i.test(value)) return 'Enter the access token after “Bearer ”.';
  if (/^bearer\s+bearer\b/i.test(value)) return '“Bearer” is there twice; once is right.';
  return null;
}
