import { useEffect, useRef } from 'react';
import { t } from '@/lib/base/locale/t.ts';
import type { Group } from '@/lib/domain/watchlist/view.ts';
import { ExportDialog, JobStatus } from '../export/export-dialog.tsx';
import { useExportJob } from '../export/use-export-job.ts';
import { StatementFiles } from './statement-files.tsx';
import { StatementLines } from './statement-lines.tsx';
import { StatementTime } from './statement-time.tsx';
import { useChoices } from './use-choices.ts';
import { useStatementDraft, type DraftState } from './use-statement-draft.ts';
import styles from './statement.module.css';

interface StatementDialogProps {
  /** `null`: the whole watchlist. */
  group: Group | null;
  onClose: () => void;
}

/** Dialog that saves what a group's holdings were worth at a time. */
export default function StatementDialog({ group, onClose }: StatementDialogProps) {
  const { state, request, cancel } = useStatementDraft(group?.id ?? null);
  const hasAsked = useRef(false);
  useEffect(() => {
    if (hasAsked.current) return;
    hasAsked.current = true;
    void request(null);
  }, [request]);
  return (
    <ExportDialog title={t('statement.title')} onClose={onClose}>
      <StatementTime isAsking={state.state === 'asking'} onAsk={request} onCancel={cancel} />
      <div role="status" aria-label={t('statement.title')} className={styles.state}>
        {state.state === 'asking' && t('priceAtTime.asking')}
        {state.state === 'failed' && <span data-problem>{state.reason}</span>}
      </div>
      {state.state === 'ready' && <Ready state={state} />}
    </ExportDialog>
  );
}

function Ready({ state: { draft } }: { state: Extract<DraftState, { state: 'ready' }> }) {
  const choices = useChoices();
  const job = useExportJob();
  if (!choices) return null;
  return (
    <>
      <StatementLines draft={draft} choices={choices} />
      <StatementFiles draft={draft} choices={choices} job={job} />
      <JobStatus job={job} />
    </>
  );
}
