import { formatCount } from '../../base/locale/format.ts';
import { t } from '../../base/locale/t.ts';

// Headers are checked before they are stored, so that the user learns which header fetch would
// reject.

/** Servers commonly reject headers above 8 KiB in total. */
const LONGEST_VALUE = 6_000;
const LONGEST_NAME = 200;

/** RFC 9110, section 5.6.2. */
const TOKEN = /^[!#$%&'*+\-.^_`|~\dA-Za-z]+$/;
/** Control characters except tab, which fetch or servers reject. */
const CONTROL = /[^\P{Cc}\t]/u;

/**
 * Forbidden request-headers: https://fetch.spec.whatwg.org/#forbidden-request-header, plus one that
 * Chromium adds. Browsers drop them silently.
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

/** Sentences shown beside a header's fields. They never contain the value. */
export interface HeaderProblem {
  name?: string;
  value?: string;
}

interface HeadersCheck {
  /** Trimmed, without empty rows. */
  headers: Header[];
  /** One entry per row. */
  problems: (HeaderProblem | null)[];
  ok: boolean;
}

/**
 * Checks header rows as typed.
 * @param others headers whose names no row may have
 */
export function checkHeaders(
  rows: readonly Header[],
  others: readonly Header[] = [],
): HeadersCheck {
  const trimmed = rows.map(({ name, value }) => ({ name: name.trim(), value: value.trim() }));
  const headers = trimmed.filter(({ name, value }) => name !== '' || value !== '');
  const seen = new Set(others.map(({ name }) => name.toLowerCase()));
  const problems = trimmed.map((header) => {
    if (!headers.includes(header)) return null;
    const key = header.name.toLowerCase();
    const problem = problemOf(header, seen.has(key));
    seen.add(key);
    return problem;
  });
  return { headers, problems, ok: problems.every((problem) => problem === null) };
}

export function toRequestHeaders(headers: readonly Header[]): Record<string, string> {
  return Object.fromEntries(headers.map(({ name, value }) => [name, value]));
}

export function isAuthorization(name: string): boolean {
  return name.trim().toLowerCase() === 'authorization';
}

function problemOf(header: Header, isRepeated: boolean): HeaderProblem | null {
  const name = findNameProblem(header.name, isRepeated);
  const value = findValueProblem(header);
  if (name === null && value === null) return null;
  return { ...(name === null ? {} : { name }), ...(value === null ? {} : { value }) };
}

function findNameProblem(name: string, isRepeated: boolean): string | null {
  if (name === '') return t('common.nameMissing');
  if (name.length > LONGEST_NAME) return t('common.tooLong', { limit: formatCount(LONGEST_NAME) });
  if (!TOKEN.test(name)) return t('headers.nameProblem.characters');
  if (isForbidden(name.toLowerCase())) return t('headers.nameProblem.forbidden', { name });
  return isRepeated ? t('headers.nameProblem.repeated', { name }) : null;
}

function isForbidden(lowerName: string): boolean {
  return (
    FORBIDDEN.has(lowerName) || FORBIDDEN_PREFIXES.some((prefix) => lowerName.startsWith(prefix))
  );
}

function findValueProblem({ name, value }: Header): string | null {
  if (value === '') return t('headers.valueProblem.empty');
  if (value.length > LONGEST_VALUE) {
    return t('common.tooLong', { limit: formatCount(LONGEST_VALUE) });
  }
  if (CONTROL.test(value) || /[^\0-\xff]/.test(value)) return t('headers.valueProblem.notLatin1');
  if (METHOD_OVERRIDES.has(name.toLowerCase()) && hasForbiddenMethod(value)) {
    return t('headers.nameProblem.forbidden', { name });
  }
  return isAuthorization(name) ? findTokenProblem(value) : null;
}

function hasForbiddenMethod(value: string): boolean {
  return value.split(',').some((method) => FORBIDDEN_METHODS.has(method.trim().toLowerCase()));
}

/** Mistakes that happen when a token is pasted after the prefilled `Bearer `. */
function findTokenProblem(value: string): string | null {
  if (/^bearer$/i.test(value)) return t('headers.valueProblem.noToken');
  if (/^bearer\s+bearer\b/i.test(value)) return t('headers.valueProblem.repeatedBearer');
  return null;
}
