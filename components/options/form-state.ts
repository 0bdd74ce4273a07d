import { draftOf, type ConnectionDraft } from '@/lib/connection/draft.ts';
import { isAuthorization, type Header } from '@/lib/connection/headers.ts';
import type { ConnectionSettings } from '@/lib/storage/settings.ts';

/** One row of the form; its key stays the same while rows around it come and go. */
export interface HeaderRow extends Header {
  key: number;
}

/** What the user has typed, and what it began with. */
export interface FormState extends ConnectionDraft {
  headers: readonly HeaderRow[];
  /** The stored settings that this began with or that it was last saved as. */
  startedFrom: ConnectionSettings;
  /** The stored settings that were looked at last. */
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

/** Follows what is stored while nothing was typed; otherwise what was typed stays. */
export function seeSaved(form: FormState, saved: ConnectionSettings): FormState {
  if (isSame(form, saved)) return { ...form, startedFrom: saved, seen: saved };
  if (isChanged(form)) return { ...form, seen: saved };
  // New keys: a value that is shown in clear must not hand that on to another one.
  return startForm(saved, form.nextKey);
}

/** The form after `draft` was stored as `saved`; what was typed since then stays. */
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

/** Whether something was typed that is not stored. */
export function isChanged(form: FormState): boolean {
  return !isSame(form, form.startedFrom);
}

/** Whether somebody else stored other settings after the user began to type. */
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

/** A row for the access token, the one that is there or a new one; returns its key too. */
export function withTokenRow(form: FormState): { form: FormState; key: number } {
  const there = form.headers.find(({ name }) => isAuthorization(name));
  if (!there) {
    const added = withHeader(form, { name: 'Authorization', value: 'Bearer ' });
    return { form: added, key: form.nextKey };
  }
  if (there.value.trim() !== '') return { form, key: there.key };
  return { form: changeHeader(form, there.key, { value: 'Bearer ' }), key: there.key };
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
