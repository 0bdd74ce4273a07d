import { SaveError } from '@/lib/base/save-error.ts';
import { t } from '@/lib/base/locale/t.ts';
import type { Draft } from '@/lib/pages/statement/draft.ts';
import { composeStatement, type Statement } from '@/lib/pages/statement/statement.ts';
import { statementCsvFile, statementHtmlFile } from '@/lib/pages/statement/statement-files.ts';
import { FileButtons } from '../export/file-buttons.tsx';
import type { ExportJob } from '../export/use-export-job.ts';
import type { Choices } from './use-choices.ts';

interface StatementFilesProps {
  draft: Draft;
  choices: Choices;
  job: ExportJob;
}

/** Buttons that save a statement, one for each format. */
export function StatementFiles({ draft, choices, job }: StatementFilesProps) {
  const chosen = (): Statement => {
    const statement = composeStatement(draft, choices.of);
    if (statement.lines.length === 0) throw new SaveError('noFeeds');
    return statement;
  };
  return (
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
  );
}
