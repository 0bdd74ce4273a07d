import { useState } from 'react';
import { checkChange, nextKey, type ServiceDraft } from '@/lib/domain/connection/draft.ts';
import type { Header } from '@/lib/domain/connection/headers.ts';
import type { EditedService } from '@/lib/domain/settings.ts';
import { requestTokenConsent } from '@/lib/pages/connection/access.ts';
import { afterSave, isChanged, isOvertaken, seeSaved, startForm } from './form-state.ts';

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
