import { useState } from 'react';
import { checkChange, nextKey, type ServiceDraft } from '@/lib/domain/connection/draft.ts';
import type { Header } from '@/lib/domain/connection/headers.ts';
import type { EditedService } from '@/lib/domain/settings.ts';
import { afterSave, isChanged, isOvertaken, seeSaved, startForm } from './form-state.ts';

type SaveState = 'editing' | 'refused' | 'saved' | 'failed';

export type ConnectionForm = ReturnType<typeof useConnectionForm>;

/** The draft of a service's settings. @param store stores the checked settings */
export function useConnectionForm(
  saved: EditedService,
  store: (service: EditedService) => Promise<void>,
) {
  const [form, setForm] = useState(() => startForm(saved));
  const [saveState, setSaveState] = useState<SaveState>('editing');
  const [refusals, setRefusals] = useState(0);
  const [showsProblems, setShowsProblems] = useState(false);

  // React's way to adjust state to a prop: render again before anything is painted.
  if (form.seen !== saved) setForm(seeSaved(form, saved));

  const { draft } = form;
  const check = checkChange(draft, form.startedFrom);

  function edit(next: ServiceDraft): void {
    setForm({ ...form, draft: next });
    setSaveState('editing');
  }

  /** `null` if the settings are not valid; the problems are shown. */
  function attempt(): EditedService | null {
    if (check.service) return check.service;
    setShowsProblems(true);
    setRefusals(refusals + 1);
    return null;
  }

  /** Resolves with whether the draft is stored. */
  async function save(): Promise<boolean> {
    const service = attempt();
    const outcome = service ? await outcomeOf(store(service)) : 'refused';
    setSaveState(outcome);
    if (!service || outcome !== 'saved') return false;
    setForm((current) => afterSave(current, { draft, saved: service }));
    setShowsProblems(false);
    return true;
  }

  return {
    draft,
    check,
    /** `null` before a first attempt to save or test. */
    problems: showsProblems ? check.problems : null,
    saveState,
    /** Failed attempts: each can move the focus. */
    refusals,
    isChanged: isChanged(form),
    isOvertaken: isOvertaken(form),
    ...draftEdits(draft, edit),
    attempt,
    save,
    reset: () => {
      setForm(startForm(saved));
      setSaveState('editing');
      setShowsProblems(false);
    },
  };
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
