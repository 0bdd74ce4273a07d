import { useState } from 'react';
import { checkDraft, type DraftCheck, type DraftProblems } from '@/lib/domain/connection/draft.ts';
import type { Header, HeaderProblem } from '@/lib/domain/connection/headers.ts';
import type { ConnectionSettings } from '@/lib/domain/settings.ts';
import { fitName } from '@/lib/base/text/fit-name.ts';
import {
  afterSave,
  changeHeader,
  draftToCheck,
  isChanged,
  isOvertaken,
  seeSaved,
  startForm,
  withHeader,
  withoutHeader,
  type EditedService,
  type FormState,
} from './form-state.ts';

export type SaveState = 'editing' | 'refused' | 'saved' | 'failed';

interface FormProblems extends Pick<DraftProblems, 'baseUrl' | 'confirmation'> {
  token: string | null;
  /** One entry per header row. */
  headers: readonly (HeaderProblem | null)[];
}

export interface ConnectionForm extends DraftEdits {
  draft: FormState;
  check: DraftCheck;
  /** The draft's problems after a first attempt to save or test; `null` before. */
  problems: FormProblems | null;
  saveState: SaveState;
  /** Number of failed attempts, so that each one can move the focus. */
  refusals: number;
  isChanged: boolean;
  isOvertaken: boolean;
  /** Returns the checked settings; if they are not valid, shows the problems and returns `null`. */
  attempt: () => ConnectionSettings | null;
  /** Returns whether the draft is stored. */
  save: () => Promise<boolean>;
  /** Discards the draft. */
  reset: () => void;
}

/**
 * A draft of the settings of one price service, which stays in this page until it is saved.
 *
 * @param store stores the checked settings
 */
export function useConnectionForm(
  saved: EditedService,
  store: (service: EditedService) => Promise<void>,
): ConnectionForm {
  const [draft, setDraft] = useState(() => startForm(saved));
  const [saveState, setSaveState] = useState<SaveState>('editing');
  const [refusals, setRefusals] = useState(0);
  const [showsProblems, setShowsProblems] = useState(false);

  // React's way to adjust state to a prop: render again before anything is painted.
  if (draft.seen !== saved) setDraft(seeSaved(draft, saved));

  const check = checkDraft(draftToCheck(draft));

  function edit(next: FormState): void {
    setDraft(next);
    setSaveState('editing');
  }

  function attempt(): ConnectionSettings | null {
    if (check.settings) return check.settings;
    setShowsProblems(true);
    setRefusals(refusals + 1);
    return null;
  }

  async function save(): Promise<boolean> {
    const settings = attempt();
    const service = settings && { ...settings, name: fitName(draft.name) };
    const outcome = service ? await outcomeOf(store(service)) : 'refused';
    setSaveState(outcome);
    if (!service || outcome !== 'saved') return false;
    setDraft((form) => afterSave(form, { draft, saved: service }));
    setShowsProblems(false);
    return true;
  }

  return {
    draft,
    check,
    problems: showsProblems ? formProblems(check) : null,
    saveState,
    refusals,
    isChanged: isChanged(draft),
    isOvertaken: isOvertaken(draft),
    ...draftEdits(draft, edit),
    attempt,
    save,
    reset: () => {
      edit(startForm(saved));
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

function formProblems({ problems }: DraftCheck): FormProblems {
  const [token, ...headers] = problems.headers;
  return { ...problems, token: token?.value ?? null, headers };
}

interface DraftEdits {
  setName: (name: string) => void;
  setBaseUrl: (baseUrl: string) => void;
  setToken: (token: string) => void;
  confirm: (origin: string | null) => void;
  addHeader: () => void;
  removeHeader: (key: number) => void;
  setHeader: (key: number, part: Partial<Header>) => void;
}

function draftEdits(draft: FormState, edit: (next: FormState) => void): DraftEdits {
  return {
    setName: (name) => edit({ ...draft, name }),
    setBaseUrl: (baseUrl) => edit({ ...draft, baseUrl }),
    setToken: (token) => edit({ ...draft, token }),
    confirm: (confirmedOrigin) => edit({ ...draft, confirmedOrigin }),
    addHeader: () => edit(withHeader(draft, { name: '', value: '' })),
    removeHeader: (key) => edit(withoutHeader(draft, key)),
    setHeader: (key, part) => edit(changeHeader(draft, key, part)),
  };
}
