import { useRef, useState } from 'react';
import type { Backup } from '@/lib/pages/export/backup/format.ts';
import { planImport, type ImportPlan } from '@/lib/pages/export/backup/plan.ts';
import type { ImportMode } from '@/lib/pages/export/backup/plan-part.ts';
import { readBackup, refusalOfSize } from '@/lib/pages/export/backup/read.ts';
import { applyImport, undoImport } from '@/lib/pages/export/backup/store.ts';
import { readStoredState, type StoredState } from '@/lib/pages/export/backup/stored-state.ts';
import { requestTokenConsent } from '@/lib/pages/connection/access.ts';
import { t } from '@/lib/base/locale/t.ts';
import { exportProblem } from '../export/problem.ts';

export interface Review {
  fileName: string;
  backup: Backup;
  mode: ImportMode;
  /** `null` if the backup cannot be imported in this mode. */
  plan: ImportPlan | null;
}

interface ImportState {
  review: Review | null;
  /** The replaced data, for undo. */
  replaced: StoredState | null;
  message: string;
  problem: string | null;
}

const INITIAL_STATE: ImportState = { review: null, replaced: null, message: '', problem: null };

function hasSecrets({ services = [] }: Backup): boolean {
  return services.some(({ headers }) => headers.some(({ value }) => value !== null));
}

async function review(chosen: Omit<Review, 'plan'>, message = ''): Promise<ImportState> {
  const stored = await readStoredState();
  try {
    const plan = planImport(stored, chosen.backup, { mode: chosen.mode, nowMs: Date.now() });
    return { ...INITIAL_STATE, review: { ...chosen, plan }, message };
  } catch (error) {
    return { ...INITIAL_STATE, review: { ...chosen, plan: null }, problem: exportProblem(error) };
  }
}

/** The result of an earlier attempt is ignored: it may be about another file. */
function useAttempts() {
  const [state, setState] = useState<ImportState>(INITIAL_STATE);
  const attempts = useRef(0);
  return {
    state,
    reset: () => {
      attempts.current += 1;
      setState(INITIAL_STATE);
    },
    attempt: async (work: () => Promise<ImportState>): Promise<void> => {
      attempts.current += 1;
      const own = attempts.current;
      const set = (next: (before: ImportState) => ImportState): void => {
        if (own === attempts.current) setState(next);
      };
      try {
        const next = await work();
        set(() => next);
      } catch (error) {
        set((before) => ({ ...before, message: '', problem: exportProblem(error) }));
      }
    },
  };
}

/** State and actions for choosing a file, reviewing changes, importing, and undoing. */
export function useImport() {
  const { state, reset, attempt } = useAttempts();

  return {
    ...state,
    choose: (file: File) => {
      reset();
      return attempt(async () => {
        const refusal = refusalOfSize(file.size);
        if (refusal !== null) return { ...INITIAL_STATE, problem: refusal };
        const backup = readBackup(await file.text());
        return review({ fileName: file.name, backup, mode: 'merge' });
      });
    },
    setMode: (mode: ImportMode) =>
      attempt(async () => (state.review ? review({ ...state.review, mode }) : state)),
    apply: () =>
      attempt(async () => {
        const { review: seen } = state;
        if (!seen?.plan) return state;
        if (hasSecrets(seen.backup) && !(await requestTokenConsent()))
          return { ...state, problem: t('token.notAllowed') };
        const replaced = await applyImport(seen.backup, seen.mode, {
          seen: seen.plan,
          nowMs: Date.now(),
        });
        if (replaced)
          return {
            ...INITIAL_STATE,
            replaced,
            message: t('backup.import.done', { file: seen.fileName }),
          };
        return review(seen, t('backup.import.outdated'));
      }),
    undo: () =>
      attempt(async () => {
        if (state.replaced) await undoImport(state.replaced);
        return { ...INITIAL_STATE, message: t('backup.import.undone') };
      }),
    cancel: reset,
  };
}
