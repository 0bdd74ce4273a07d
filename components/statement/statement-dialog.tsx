import { useEffect, useRef } from 'react';
import { SaveError } from '@/lib/base/save-error.ts';
import { t } from '@/lib/base/locale/t.ts';
import type { Draft } from '@/lib/pages/statement/draft.ts';
import { composeStatement, type Statement } from '@/lib/pages/statement/statement.ts';
import { statementCsvFile, statementHtmlFile } from '@/lib/pages/statement/statement-files.ts';
import type { Group } from '@/lib/domain/watchlist/view.ts';
import { ExportDialog, JobStatus } from '../export/export-dialog.tsx';
import { FileButtons } from '../export/file-buttons.tsx';
import { useExportJob } from '../export/use-export-job.ts';
import { StatementLines } from './statement-lines.tsx';
import { StatementTime } from './statement-time.tsx';
import { useChoices } from './use-choices.ts';
import { useStatementDraft } from './use-statement-draft.ts';
import styles from './statement.module.css';

interface StatementDialogProps {
  /** `null`: the whole watchlist. */
  group: Group | null;
  onClose: () => void;
}

export default function StatementDialog({ group, onClose }: StatementDialogProps) {
  const { inquiry, draft, request, cancel } = useStatementDraft(group?.id ?? null);
  const hasAsked = useRef(false);
  useEffect(() => {
    if (hasAsked.current) return;
    hasAsked.current = true;
    void request(null);
  }, [request]);
  return (
    <ExportDialog title={t('statement.title')} onClose={onClose}>
      <StatementTime isAsking={inquiry.state === 'asking'} onAsk={request} onCancel={cancel} />
      <div role="status" aria-label={t('statement.title')} className={styles.state}>
        {inquiry.state === 'asking' && t('priceAtTime.asking')}
        {inquiry.state === 'failed' && <span data-problem>{inquiry.reason}</span>}
      </div>
      {draft && <Ready draft={draft} />}
    </ExportDialog>
  );
}

function Ready({ draft }: { draft: Draft }) {
  const choices = useChoices();
  const job = useExportJob();
  if (!choices) return null;
  const chosen = (): Statement => {
    const statement = composeStatement(draft, choices.of);
    if (statement.lines.length === 0) throw new SaveError('noFeeds');
    return statement;
  };
  return (
    <>
      <StatementLines draft={draft} choices={choices} />
      <FileButtons
        title={t('statement.saveTitle')}
        hint={t('statement.saveHint')}
        job={job}
        files={[
          {
            label: 'HTML',
            name: t('statement.htmlButton'),
            make: async (nowMs) => statementHtmlFile(chosen(), nowMs),
          },
          {
            label: 'CSV',
            name: t('statement.csvButton'),
            make: async () => statementCsvFile(chosen()),
          },
        ]}
      />
      <JobStatus job={job} />
    </>
  );
}
