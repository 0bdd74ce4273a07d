import { useId, useState } from 'react';
import { t } from '@/lib/base/locale/t.ts';
import type { UnixMilliseconds } from '@/lib/base/units.ts';
import { holdingsFile } from '@/lib/pages/proofs/holdings-files.ts';
import { fromFieldText, nowInSeconds, timeProblem, toFieldText } from '../shared/chosen-time.ts';
import { useHasHoldings } from '../shared/hooks/use-has-holdings.ts';
import { TimeField } from '../shared/time-field.tsx';
import { FileButtons } from './file-buttons.tsx';
import type { ExportJob } from './use-export-job.ts';

/** Saves holdings at a time, which is now until the user chooses another one. */
export function HoldingsForm({ job }: { job: ExportJob }) {
  const problemId = useId();
  const [now] = useState(() => toFieldText(nowInSeconds()));
  const [text, setText] = useState(now);
  const seconds = text === now ? null : fromFieldText(text);
  const problem = text === now ? null : timeProblem(seconds);
  if (!useHasHoldings()) return null;
  const make = (format: 'csv' | 'proof') => (nowMs: UnixMilliseconds) =>
    holdingsFile(format, seconds, nowMs);
  return (
    <FileButtons
      title={t('holdings.title')}
      hint={t('export.holdings.hint')}
      job={{ ...job, isBusy: job.isBusy || problem !== null }}
      files={[
        { label: 'CSV', make: make('csv') },
        { label: t('proof.title'), make: make('proof') },
      ]}
    >
      <TimeField
        text={text}
        problemId={problem === null ? undefined : problemId}
        onChange={setText}
      >
        <span id={problemId} role="alert">
          {problem}
        </span>
      </TimeField>
    </FileButtons>
  );
}
