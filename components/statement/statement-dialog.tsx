import { useEffect, useRef, useMemo, useState } from 'react';
import { SaveError } from '@/lib/base/save-error.ts';
import { t } from '@/lib/base/locale/t.ts';
import { type Draft, draftStatement } from '@/lib/pages/statement/draft.ts';
import { composeStatement, type Statement } from '@/lib/pages/statement/statement.ts';
import { statementCsvFile, statementHtmlFile } from '@/lib/pages/statement/statement-files.ts';
import type { Group } from '@/lib/domain/watchlist/view.ts';
import { ExportDialog, JobStatus } from '../export/export-dialog.tsx';
import { FileButtons } from '../export/file-buttons.tsx';
import { useExportJob } from '../export/use-export-job.ts';
import { StatementLines } from './statement-lines.tsx';
import { StatementTime } from './statement-time.tsx';
import { useChoices } from './use-choices.ts';
import styles from './statement.module.css';
import { neededFeeds, readHeld, type Held } from '@/lib/pages/statement/held-lines.ts';
import { toSeconds, type UnixSeconds } from '@/lib/base/units.ts';
import { useInquiry, type QuestionOf } from '../shared/hooks/use-inquiry.ts';

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
        title={t('common.saveButton')}
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

/** Requests prices for a group's holdings and drafts the statement. */
function useStatementDraft(groupId: string | null) {
  const { inquiry, ask, cancel } = useInquiry<QuestionOf<'signed-prices'>>();
  const [asked, setAsked] = useState<{ held: Held; time: UnixSeconds }>();
  const draft = useMemo(
    () =>
      inquiry.state === 'answered' && asked
        ? draftStatement(asked.held, inquiry.answer.prices, asked.time)
        : null,
    [inquiry, asked],
  );

  /** @param publishTime `null`: the latest prices */
  const request = async (publishTime: UnixSeconds | null): Promise<void> => {
    const held = await readHeld(groupId);
    const ids = neededFeeds(held);
    if (ids.length === 0) return;
    const time = publishTime ?? Math.floor(toSeconds(Date.now()));
    setAsked({ held, time });
    await ask({ kind: 'signed-prices', ids, publishTime });
  };

  return { inquiry, draft, request, cancel };
}
