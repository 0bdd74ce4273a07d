import { useState } from 'react';
import { t } from '@/lib/base/locale/t.ts';
import { exportProblem } from './problem.ts';

export interface ExportJob {
  isBusy: boolean;
  message: string;
  isProblem: boolean;
  /** Runs one export at a time. `work` returns the success message. */
  run: (work: () => Promise<string>) => void;
}

export function useExportJob(): ExportJob {
  const [state, setState] = useState({ isBusy: false, message: '', isProblem: false });
  const run = (work: () => Promise<string>): void => {
    if (state.isBusy) return;
    setState({ isBusy: true, message: t('export.working'), isProblem: false });
    void work().then(
      (message) => setState({ isBusy: false, message, isProblem: false }),
      (error: unknown) =>
        setState({ isBusy: false, message: exportProblem(error), isProblem: true }),
    );
  };
  return { ...state, run };
}
