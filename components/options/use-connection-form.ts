import { useState } from 'react';
import { checkDraft, type DraftCheck, type DraftProblems } from '@/lib/connection/draft.ts';
import type { Header } from '@/lib/connection/headers.ts';
import { connectionSettings, type ConnectionSettings } from '@/lib/storage/settings.ts';
import {
  afterSave,
  changeHeader,
  isChanged,
  isOvertaken,
  seeSaved,
  startForm,
  withHeader,
  withoutHeader,
  withTokenRow,
  type FormState,
} from './form-state.ts';

export type SaveState = 'editing' | 'refused' | 'saved' | 'failed';

export interface ConnectionForm extends DraftEdits {
  draft: FormState;
  check: DraftCheck;
  /** The draft's problems after a first attempt to save or test; `null` before. */
  problems: DraftProblems | null;
  saveState: SaveState;
  /** Number of failed attempts, so that each one can move the focus. */
  refusals: number;
  isChanged: boolean;
  isOvertaken: boolean;
  /** Returns the checked settings; if they are not valid, shows the problems and returns `null`. */
  attempt: () => ConnectionSettings | null;
  save: () => Promise<void>;
  /** Discards the draft. */
  reset: () => void;
}

/** A draft of the connection settings, which stays in this page until it is saved. */
export function useConnectionForm(saved: ConnectionSettings): ConnectionForm {
  const [draft, setDraft] = useState(() => startForm(saved));
  const [saveState, setSaveState] = useState<SaveState>('editing');
  const [refusals, setRefusals] = useState(0);
  const [showsProblems, setShowsProblems] = useState(false);

  // React's way to adjust state to a prop: render again before anything is painted.
  if (draft.seen !== saved) setDraft(seeSaved(draft, saved));

  const check = checkDraft(draft);

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

  async function save(): Promise<void> {
    const settings = attempt();
    if (!settings) {
      setSaveState('refused');
      return;
    }
    try {
      await connectionSettings.setValue(settings);
    } catch {
      setSaveState('failed');
      return;
    }
    setDraft((form) => afterSave(form, { draft, saved: settings }));
    setShowsProblems(false);
    setSaveState('saved');
  }

  return {
    draft,
    check,
    problems: showsProblems ? check.problems : null,
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

interface DraftEdits {
  setBaseUrl: (baseUrl: string) => void;
  confirm: (origin: string | null) => void;
  /** Returns the key of the new row. */
  addHeader: () => number;
  removeHeader: (key: number) => void;
  setHeader: (key: number, part: Partial<Header>) => void;
  /** Makes sure that there is a row for the access token; returns its key. */
  addToken: () => number;
}

function draftEdits(draft: FormState, edit: (next: FormState) => void): DraftEdits {
  return {
    setBaseUrl: (baseUrl) => edit({ ...draft, baseUrl }),
    confirm: (confirmedOrigin) => edit({ ...draft, confirmedOrigin }),
    addHeader: () => {
      edit(withHeader(draft, { name: '', value: '' }));
      return draft.nextKey;
    },
    removeHeader: (key) => edit(withoutHeader(draft, key)),
    setHeader: (key, part) => edit(changeHeader(draft, key, part)),
    addToken: () => {
      const { form, key } = withTokenRow(draft);
      if (form !== draft) edit(form);
      return key;
    },
  };
}
