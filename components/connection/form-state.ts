import { draftOf, isSameDraft, nextKey, type ServiceDraft } from '@/lib/domain/connection/draft.ts';
import type { EditedService } from '@/lib/domain/settings.ts';

interface FormState {
  draft: ServiceDraft;
  /** What the draft started from, or was last saved as. */
  startedFrom: EditedService;
  /** What the form saw last. */
  seen: EditedService;
}

export function startForm(saved: EditedService, firstKey = 0): FormState {
  return { draft: draftOf(saved, firstKey), startedFrom: saved, seen: saved };
}

/** Unless the user has unsaved changes. */
export function seeSaved(form: FormState, saved: EditedService): FormState {
  if (isSameDraft(form.draft, draftOf(saved))) return { ...form, startedFrom: saved, seen: saved };
  if (isChanged(form)) return { ...form, seen: saved };
  // New keys, so that a revealed value does not leave its successor revealed.
  return startForm(saved, nextKey(form.draft));
}

/** After `draft` was stored as `saved`. Keeps changes made meanwhile. */
export function afterSave(
  form: FormState,
  { draft, saved }: { draft: ServiceDraft; saved: EditedService },
): FormState {
  if (!isSameDraft(form.draft, draft)) return { ...form, startedFrom: saved };
  const stored = draftOf(saved, nextKey(draft));
  const rows = form.draft.headers.filter((row) => (row.name + row.value).trim() !== '');
  // A row that became the token is gone; the others keep their keys.
  const kept = rows.length === stored.headers.length ? rows : [];
  const headers = stored.headers.map((row, index) => ({
    ...row,
    key: kept[index]?.key ?? row.key,
  }));
  const { confirmedOrigin } = form.draft;
  return { ...form, draft: { ...stored, headers, confirmedOrigin }, startedFrom: saved };
}

export function isChanged({ draft, startedFrom }: FormState): boolean {
  return !isSameDraft(draft, draftOf(startedFrom));
}

/** The stored settings changed elsewhere while the form had unsaved changes. */
export function isOvertaken(form: FormState): boolean {
  return isChanged(form) && !isSameDraft(draftOf(form.seen), draftOf(form.startedFrom));
}
