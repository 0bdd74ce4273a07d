import {
  serviceDraftOf,
  isSameDraft,
  nextKey,
  type ServiceDraft,
} from '@/lib/domain/connection/draft.ts';
import type { EditedService } from '@/lib/domain/settings.ts';

interface FormState {
  draft: ServiceDraft;
  /** The settings that the draft started from, or was last saved as. */
  startedFrom: EditedService;
  /** The stored settings that the form received last. */
  seen: EditedService;
}

export function startForm(saved: EditedService, firstKey = 0): FormState {
  return { draft: serviceDraftOf(saved, firstKey), startedFrom: saved, seen: saved };
}

/** Takes over stored settings, unless the user has unsaved changes. */
export function seeSaved(form: FormState, saved: EditedService): FormState {
  if (isSameDraft(form.draft, serviceDraftOf(saved)))
    return { ...form, startedFrom: saved, seen: saved };
  if (isChanged(form)) return { ...form, seen: saved };
  // New keys, so that the new value is not revealed just because the old one was.
  return startForm(saved, nextKey(form.draft));
}

/** The form after `draft` was stored as `saved`. Keeps changes made meanwhile. */
export function afterSave(
  form: FormState,
  { draft, saved }: { draft: ServiceDraft; saved: EditedService },
): FormState {
  if (!isSameDraft(form.draft, draft)) return { ...form, startedFrom: saved };
  const stored = serviceDraftOf(saved, nextKey(draft));
  const rows = form.draft.headers.filter((row) => (row.name + row.value).trim() !== '');
  // If a row became the token, assign new keys; otherwise, rows keep their keys.
  const kept = rows.length === stored.headers.length ? rows : [];
  const headers = stored.headers.map((row, index) => ({
    ...row,
    key: kept[index]?.key ?? row.key,
  }));
  const { confirmedOrigin } = form.draft;
  return { ...form, draft: { ...stored, headers, confirmedOrigin }, startedFrom: saved };
}

export function isChanged({ draft, startedFrom }: FormState): boolean {
  return !isSameDraft(draft, serviceDraftOf(startedFrom));
}

/** Whether the stored settings changed elsewhere while the form had unsaved changes. */
export function isOvertaken(form: FormState): boolean {
  return (
    isChanged(form) && !isSameDraft(serviceDraftOf(form.seen), serviceDraftOf(form.startedFrom))
  );
}
