import { useEffect, useState } from 'react';
import { t } from '@/lib/base/locale/t.ts';
import { clockNotice } from '@/lib/domain/prices/clock-words.ts';
import { readReport } from '@/lib/pages/diagnostics/report.ts';
import { clockSkew } from '@/lib/storage/values/clock.ts';
import { journal } from '@/lib/storage/values/diagnostics.ts';
import { activeService, serviceHealth } from '@/lib/storage/values/failover.ts';
import { Button } from '../shared/button.tsx';
import ClockQuestion from '../shared/clock-question.tsx';
import formStyles from '../shared/form.module.css';
import { useStored } from '../shared/hooks/use-stored.ts';
import { Loading } from './deferred.tsx';
import styles from './diagnostics-section.module.css';
import { Panel } from './panel.tsx';

export default function DiagnosticsSection() {
  const report = useReport();
  const skew = useStored(clockSkew);
  const [outcome, setOutcome] = useState('');
  if (report === undefined || !skew) return <Loading />;
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(await readReport());
      setOutcome(t('common.copied'));
    } catch {
      setOutcome(t('common.copyRefused'));
    }
  };
  return (
    <Panel title={t('diagnostics.title')} hint={t('diagnostics.hint')}>
      <p>{clockNotice({ ...skew, dismissedMs: null })}</p>
      <ClockQuestion />
      <div className={formStyles.actions}>
        <Button kind="primary" onClick={() => void copy()}>
          {t('diagnostics.copyButton')}
        </Button>
        <output className={formStyles.status}>{outcome}</output>
      </div>
      <pre
        className={styles.report}
        role="region"
        aria-label={t('diagnostics.title')}
        dir="ltr"
        lang="en"
        tabIndex={0}
      >
        {report}
      </pre>
    </Panel>
  );
}

/** The report, read again whenever its data changes. */
function useReport(): string | undefined {
  const [report, setReport] = useState<string>();
  useEffect(() => {
    const read = (): void => void readReport().then(setReport);
    read();
    const stops = [journal, clockSkew, serviceHealth, activeService].map((item) =>
      item.watch(read),
    );
    return () => {
      for (const stop of stops) stop();
    };
  }, []);
  return report;
}
