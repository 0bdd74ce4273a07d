import type { ConnectionDraft } from '@/lib/domain/connection/draft.ts';
import { originOf } from '@/lib/domain/connection/base-url.ts';
import { isAuthorization, type Header } from '@/lib/domain/connection/headers.ts';
import { authorizationOf, tokenOf } from '@/lib/domain/connection/token.ts';
import type { ServiceSettings } from '@/lib/domain/settings.ts';
import { fitName } from '@/lib/base/text/fit-name.ts';

/** What the form edits of a service. */
export type EditedService = Pick<ServiceSettings, 'name' | 'baseUrl' | 'headers'>;

/** One header row of the form. Its key does not change when other rows are added or removed. */
export interface HeaderRow extends Header {
  key: number;
}

interface Typed {
  /** Empty: the service is called by its host. */
  name: string;
  baseUrl: string;
  /** The access token as typed. Stored as the `Authorization` header. */
  token: string;
  /** All other headers. */
  headers: readonly Header[];
}

/** The user's draft, and the stored settings that it is based on. */
export interface FormState extends Typed {
  headers: readonly HeaderRow[];
  /** The origin for which the user confirmed plain `http:`. */
  confirmedOrigin: string | null;
  /** The stored settings that the draft started from, or was last saved as. */
  startedFrom: EditedService;
  /** The stored settings that the form saw last. */
  seen: EditedService;
  nextKey: number;
}

export function startForm(saved: EditedService, firstKey = 0): FormState {
  const { name, baseUrl, token, headers } = typedOf(saved);
  return {
    name,
    baseUrl,
    token,
    headers: headers.map((header, index) => ({ ...header, key: firstKey + index })),
    confirmedOrigin: originOf(baseUrl),
    startedFrom: saved,
    seen: saved,
    nextKey: firstKey + headers.length,
  };
}

/** The draft to check. Its first header is the access token, which may be empty. */
export function draftToCheck({
  baseUrl,
  token,
  headers,
  confirmedOrigin,
}: FormState): ConnectionDraft {
  const value = authorizationOf(token);
  const tokenHeader = { name: value === '' ? '' : 'Authorization', value };
  return { baseUrl, headers: [tokenHeader, ...headers], confirmedOrigin };
}

/** Applies new stored settings to the form, unless the user has unsaved changes. */
export function seeSaved(form: FormState, saved: EditedService): FormState {
  if (isSame(form, typedOf(saved))) return { ...form, startedFrom: saved, seen: saved };
  if (isChanged(form)) return { ...form, seen: saved };
  // Use new keys, so that a revealed header value does not leave its successor revealed.
  return startForm(saved, form.nextKey);
}

/** The form after `draft` was stored as `saved`. Keeps changes that were made in the meantime. */
export function afterSave(
  form: FormState,
  { draft, saved }: { draft: FormState; saved: EditedService },
): FormState {
  if (!isSame(form, draft)) return { ...form, startedFrom: saved };
  const { name, baseUrl, token, headers } = typedOf(saved);
  const rows = form.headers.filter((row) => (row.name + row.value).trim() !== '');
  // A row that became the token is gone, and the others keep their keys.
  const kept = rows.length === headers.length ? rows : [];
  return {
    ...form,
    name,
    baseUrl,
    token,
    headers: headers.map((header, index) => ({
      ...header,
      key: kept[index]?.key ?? form.nextKey + index,
    })),
    nextKey: form.nextKey + headers.length,
    startedFrom: saved,
  };
}

/** Whether the form has unsaved changes. */
export function isChanged(form: FormState): boolean {
  return !isSame(form, typedOf(form.startedFrom));
}

/** Whether the stored settings changed elsewhere while the form had unsaved changes. */
export function isOvertaken(form: FormState): boolean {
  return isChanged(form) && !isSame(typedOf(form.seen), typedOf(form.startedFrom));
}

export function withHeader(form: FormState, header: Header): FormState {
  return {
    ...form,
    headers: [...form.headers, { ...header, key: form.nextKey }],
    nextKey: form.nextKey + 1,
  };
}

export function withoutHeader(form: FormState, key: number): FormState {
  return { ...form, headers: form.headers.filter((row) => row.key !== key) };
}

export function changeHeader(form: FormState, key: number, part: Partial<Header>): FormState {
  return {
    ...form,
    headers: form.headers.map((row) => (row.key === key ? { ...row, ...part } : row)),
  };
}

/** How the form shows stored settings. */
function typedOf({ name, baseUrl, headers }: EditedService): Typed {
  const shown = headers.find(
    (header) => isAuthorization(header.name) && tokenOf(header.value) !== null,
  );
  return {
    name,
    baseUrl,
    token: shown ? (tokenOf(shown.value) ?? '') : '',
    headers: headers.filter((header) => header !== shown),
  };
}

function isSame(a: Typed, b: Typed): boolean {
  return (
    fitName(a.name) === fitName(b.name) &&
    a.baseUrl === b.baseUrl &&
    a.token === b.token &&
    a.headers.length === b.headers.length &&
    a.headers.every(({ name, value }, index) => {
      const other = b.headers[index];
      return name === other?.name && value === other.value;
    })
  );
}
