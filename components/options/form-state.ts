import { draftOf, type ConnectionDraft } from '@/lib/connection/draft.ts';
import { isAuthorization, type Header } from '@/lib/connection/headers.ts';
import type { ConnectionSettings } from '@/lib/storage/settings.ts';

/** One header row of the form. Its key does not change when other rows are added or removed. */
export interface HeaderRow extends Header {
  key: number;
}

/** The user's draft, and the stored settings that it is based on. */
export interface FormState extends ConnectionDraft {
  headers: readonly HeaderRow[];
  /** The stored settings that the draft started from, or was last saved as. */
  startedFrom: ConnectionSettings;
  /** The stored settings that the form saw last. */
  seen: ConnectionSettings;
  nextKey: number;
}

export function startForm(saved: ConnectionSettings, firstKey = 0): FormState {
  return {
    ...draftOf(saved),
    headers: saved.headers.map((header, index) => ({ ...header, key: firstKey + index })),
    startedFrom: saved,
    seen: saved,
    nextKey: firstKey + saved.headers.length,
  };
}

/** Applies new stored settings to the form, unless the user has unsaved changes. */
export function seeSaved(form: FormState, saved: ConnectionSettings): FormState {
  if (isSame(form, saved)) return { ...form, startedFrom: saved, seen: saved };
  if (isChanged(form)) return { ...form, seen: saved };
  // Use new keys, so that a revealed header value does not leave its successor revealed.
  return startForm(saved, form.nextKey);
}

/** The form after `draft` was stored as `saved`. Keeps changes that were made in the meantime. */
export function afterSave(
  form: FormState,
  { draft, saved }: { draft: FormState; saved: ConnectionSettings },
): FormState {
  if (!isSame(form, draft)) return { ...form, startedFrom: saved };
  const rows = form.headers.filter(({ name, value }) => (name + value).trim() !== '');
  return {
    ...form,
    baseUrl: saved.baseUrl,
    headers: saved.headers.map((header, index) => ({
      ...header,
      key: rows[index]?.key ?? form.nextKey + index,
    })),
    nextKey: form.nextKey + saved.headers.length,
    startedFrom: saved,
  };
}

/** Whether the form has unsaved changes. */
export function isChanged(form: FormState): boolean {
  return !isSame(form, form.startedFrom);
}

/** Whether the stored settings changed elsewhere while the form had unsaved changes. */
export function isOvertaken(form: FormState): boolean {
  return isChanged(form) && !isSame(form.seen, form.startedFrom);
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

/** Makes sure that there is a row for the access token; returns its key too. */
export function withTokenRow(form: FormState): { form: FormState; key: number } {
  const existing = form.headers.find(({ name }) => isAuthorization(name));
  if (!existing) {
    const added = withHeader(form, { name: 'Authorization', value: 'Bearer ' });
    return { form: added, key: form.nextKey };
  }
  if (existing.value.trim() !== '') return { form, key: existing.key };
  return { form: changeHeader(form, existing.key, { value: 'Bearer ' }), key: existing.key };
}

type Typed = Pick<ConnectionDraft, 'baseUrl' | 'headers'>;

function isSame(a: Typed, b: Typed): boolean {
  return (
    a.baseUrl === b.baseUrl &&
    a.headers.length === b.headers.length &&
    a.headers.every(({ name, value }, index) => {
      const other = b.headers[index];
      return name === other?.name && value === other.value;
    })
  );
}
