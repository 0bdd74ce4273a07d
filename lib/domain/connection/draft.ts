import { t } from '../../base/locale/t.ts';
import { fitName } from '../../base/text/fit-name.ts';
import type { EditedService } from '../settings.ts';
import { checkBaseUrl, originOf } from './base-url.ts';
import { checkHeaders, isAuthorization, type Header, type HeaderProblem } from './headers.ts';

/** The key does not change when rows are added or removed. */
export interface HeaderRow extends Header {
  key: number;
}

/** A service as the user types it. */
export interface ServiceDraft {
  /** Empty: the host is used. */
  name: string;
  baseUrl: string;
  /** Stored as the `Authorization` header. */
  token: string;
  headers: readonly HeaderRow[];
  /** Origin for which the user confirmed plain `http:`. */
  confirmedOrigin: string | null;
  /** Origin to which the user agreed to send values that were stored for another origin. */
  secretsOrigin: string | null;
}

/** Sentences for the user, without secrets. */
interface DraftProblems {
  baseUrl: string | null;
  confirmation: string | null;
  token: string | null;
  /** One entry per row. */
  headers: readonly (HeaderProblem | null)[];
}

interface DraftCheck {
  problems: DraftProblems;
  /** `null` while there is a problem. */
  service: EditedService | null;
  /** The origin to confirm: plain `http:` to another computer. */
  unencryptedOrigin: string | null;
}

export function checkDraft(draft: ServiceDraft): DraftCheck {
  const url = checkBaseUrl(draft.baseUrl);
  const token = checkHeaders(tokenHeaders(draft.token));
  const others = checkHeaders(draft.headers, token.headers);
  const unencryptedOrigin = url.ok ? url.unencryptedOrigin : null;
  const isConfirmed = unencryptedOrigin === null || unencryptedOrigin === draft.confirmedOrigin;
  const headers = [...token.headers, ...others.headers];
  const isUsable = url.ok && isConfirmed && token.ok && others.ok;
  return {
    problems: {
      baseUrl: url.ok ? null : url.reason,
      confirmation: isConfirmed ? null : t('connection.http.unconfirmed'),
      token: token.problems[0]?.value ?? null,
      headers: others.problems,
    },
    service: isUsable ? { name: fitName(draft.name), baseUrl: url.baseUrl, headers } : null,
    unencryptedOrigin,
  };
}

function tokenHeaders(token: string): Header[] {
  const value = authorizationOf(token);
  return value === '' ? [] : [{ name: 'Authorization', value }];
}

/**
 * Plain `http:` counts as confirmed if it was saved.
 * @param firstKey key of the first header row
 */
export function serviceDraftOf(
  { name, baseUrl, headers }: EditedService,
  firstKey = 0,
): ServiceDraft {
  const shown = headers.find(
    (header) => isAuthorization(header.name) && tokenOf(header.value) !== null,
  );
  return {
    name,
    baseUrl,
    token: shown ? (tokenOf(shown.value) ?? '') : '',
    headers: headers
      .filter((header) => header !== shown)
      .map((header, index) => ({ ...header, key: firstKey + index })),
    confirmedOrigin: originOf(baseUrl),
    secretsOrigin: originOf(baseUrl),
  };
}

/** Without consent, stored values are not sent to another origin. */
export function checkChange(
  draft: ServiceDraft,
  stored: EditedService,
): DraftCheck & { newOrigin: string | null } {
  const newOrigin = newOriginOf(draft, stored);
  const isAgreed = newOrigin === null || newOrigin === draft.secretsOrigin;
  return { ...checkDraft(isAgreed ? draft : withoutStored(draft, stored)), newOrigin };
}

/**
 * The new origin that would get values stored for another one. Another path of the same origin
 * belongs to the same operator.
 */
function newOriginOf(draft: ServiceDraft, stored: EditedService): string | null {
  const origin = originOf(draft.baseUrl.trim());
  const isElsewhere = origin !== null && origin !== originOf(stored.baseUrl);
  return isElsewhere && !isSameDraft(draft, withoutStored(draft, stored)) ? origin : null;
}

/** Removes stored values; the remaining rows keep their places. */
function withoutStored(draft: ServiceDraft, stored: EditedService): ServiceDraft {
  const { token, headers } = serviceDraftOf(stored);
  const values = new Set(headers.map(({ value }) => value));
  return {
    ...draft,
    token: draft.token.trim() === token ? '' : draft.token,
    headers: draft.headers.map((row) =>
      values.has(row.value.trim()) ? { ...row, name: '', value: '' } : row,
    ),
  };
}

export function nextKey({ headers }: ServiceDraft): number {
  return Math.max(-1, ...headers.map(({ key }) => key)) + 1;
}

export function isSameDraft(one: ServiceDraft, other: ServiceDraft): boolean {
  return (
    fitName(one.name) === fitName(other.name) &&
    one.baseUrl === other.baseUrl &&
    one.token === other.token &&
    one.headers.length === other.headers.length &&
    one.headers.every(({ name, value }, index) => {
      const same = other.headers[index];
      return name === same?.name && value === same.value;
    })
  );
}

const BEARER = /^Bearer (\S+)$/;

/** Adds "Bearer " to a typed access token without a scheme. Empty for an empty text. */
export function authorizationOf(typed: string): string {
  const text = typed.trim();
  const isWhole = text === '' || /\s/.test(text) || /^bearer$/i.test(text);
  return isWhole ? text : `Bearer ${text}`;
}

/** The inverse of `authorizationOf`; `null` if the value has no scheme. */
export function tokenOf(authorization: string): string | null {
  const token = BEARER.exec(authorization)?.[1];
  if (token !== undefined && authorizationOf(token) === authorization) return token;
  return authorizationOf(authorization) === authorization && authorization !== ''
    ? authorization
    : null;
}
