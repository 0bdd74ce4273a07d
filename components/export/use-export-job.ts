import { useState } from 'react';
import { exportProblem } from './problem.ts';

/** What is being exported, and what became of the last one. */
export interface ExportJob {
  isBusy: boolean;
  /** What to say about it. */
  said: string;
  isProblem: boolean;
  /** Runs one at a time; `work` returns what to say when it is done. */
  run: (work: () => Promise<string>) => void;
}

export function useExportJob(): ExportJob {
  const [state, setState] = useState({ isBusy: false, said: '', isProblem: false });
  const run = (work: () => Promise<string>): void => {
    if (state.isBusy) return;
    setState({ isBusy: true, said: 'Working…', isProblem: false });
    void work().then(
      (said) => setState({ isBusy: false, said, isProblem: false }),
      (error: unknown) => setState({ isBusy: false, said: exportProblem(error), isProblem: true }),
    );
  };
  return { ...state, run };
}
