import { useState } from 'react';
import {
  checkChange,
  nextKey,
  type ServiceDraft,
  serviceDraftOf,
  isSameDraft,
} from '@/lib/domain/connection/draft.ts';
import type { Header } from '@/lib/domain/connection/headers.ts';
import type { EditedService } from '@/lib/domain/settings.ts';
import { requestTokenConsent } from '@/lib/pages/connection/access.ts';

type SaveState = 'editing' | 'refused' | 'not-allowed' | 'saved' | 'failed';

export type ConnectionFormState = ReturnType<typeof useConnectionForm>;

/** The draft of a service's settings. @param store stores the checked settings, for `save` */
export function useConnectionForm(
  saved: EditedService,
  store: (service: EditedService) => Promise<void> = () => Promise.resolve(),
) {
  const [form, setForm] = useState(() => startForm(saved));
  const [saveState, setSaveState] = useState<SaveState>('editing');
  const [refusals, setRefusals] = useState(0);

  // React's way to adjust state to a prop: render again before anything is painted.
  if (form.seen !== saved) setForm(seeSaved(form, saved));

  const { draft } = form;
  const check = checkChange(draft, form.startedFrom);

  function edit(next: ServiceDraft): void {
    setForm({ ...form, draft: next });
    setSaveState('editing');
  }

  /** Returns `null` and shows why if the settings may not be sent. Call it before any await. */
  async function attempt(ifInvalid = saveState): Promise<EditedService | null> {
    const { service } = check;
    if (service && (await maySend(service))) return service;
    setSaveState(service ? 'not-allowed' : ifInvalid);
    if (!service) setRefusals(refusals + 1);
    return null;
  }

  async function save(): Promise<void> {
    const service = await attempt('refused');
    const outcome = service && (await outcomeOf(store(service)));
    if (outcome) setSaveState(outcome);
    if (!service || outcome !== 'saved') return;
    setForm((current) => afterSave(current, { draft, saved: service }));
    setRefusals(0);
  }

  return {
    draft,
    check,
    /** `null` before the first attempt to save or test. */
    problems: refusals > 0 ? check.problems : null,
    saveState,
    /** Number of failed attempts, each of which can move the focus. */
    refusals,
    isChanged: isChanged(form),
    isOvertaken: isOvertaken(form),
    ...draftEdits(draft, edit),
    attempt,
    save,
    reset: () => {
      setForm(startForm(saved));
      setSaveState('editing');
      setRefusals(0);
    },
  };
}

/** Settings without headers need no consent. */
async function maySend({ headers }: EditedService): Promise<boolean> {
  return headers.length === 0 || requestTokenConsent();
}

function outcomeOf(storing: Promise<void>): Promise<SaveState> {
  return storing.then(
    () => 'saved',
    () => 'failed',
  );
}

function draftEdits(draft: ServiceDraft, edit: (next: ServiceDraft) => void) {
  const { headers } = draft;
  return {
    setName: (name: string) => edit({ ...draft, name }),
    setBaseUrl: (baseUrl: string) => edit({ ...draft, baseUrl }),
    setToken: (token: string) => edit({ ...draft, token }),
    confirm: (confirmedOrigin: string | null) => edit({ ...draft, confirmedOrigin }),
    sendAlong: (secretsOrigin: string | null) => edit({ ...draft, secretsOrigin }),
    addHeader: () =>
      edit({ ...draft, headers: [...headers, { name: '', value: '', key: nextKey(draft) }] }),
    removeHeader: (key: number) =>
      edit({ ...draft, headers: headers.filter((row) => row.key !== key) }),
    setHeader: (key: number, part: Partial<Header>) =>
      edit({
        ...draft,
        headers: headers.map((row) => (row.key === key ? { ...row, ...part } : row)),
      }),
  };
}

interface FormState {
  draft: ServiceDraft;
  /** The settings that the draft started from, or was last saved as. */
  startedFrom: EditedService;
  /** The stored settings that the form received last. */
  seen: EditedService;
}

function startForm(saved: EditedService, firstKey = 0): FormState {
  return { draft: serviceDraftOf(saved, firstKey), startedFrom: saved, seen: saved };
}

/** Takes over stored settings, unless the user has unsaved changes. */
function seeSaved(form: FormState, saved: EditedService): FormState {
  if (isSameDraft(form.draft, serviceDraftOf(saved)))
    return { ...form, startedFrom: saved, seen: saved };
  if (isChanged(form)) return { ...form, seen: saved };
  // New keys, so that the new value is not revealed just because the old one was.
  return startForm(saved, nextKey(form.draft));
}

/** The form after `draft` was stored as `saved`. Keeps changes made meanwhile. */
function afterSave(
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

function isChanged({ draft, startedFrom }: FormState): boolean {
  return !isSameDraft(draft, serviceDraftOf(startedFrom));
}

/** Whether the stored settings changed elsewhere while the form had unsaved changes. */
function isOvertaken(form: FormState): boolean {
  return (
    isChanged(form) && !isSameDraft(serviceDraftOf(form.seen), serviceDraftOf(form.startedFrom))
  );
}
