import { t } from '@/lib/base/locale/t.ts';
import { clockNotice } from '@/lib/domain/prices/clock-words.ts';
import { readReport } from '@/lib/pages/diagnostics/report.ts';
import { clockSkew } from '@/lib/storage/values/clock.ts';
import { journal } from '@/lib/storage/values/diagnostics.ts';
import { activeService, serviceHealth } from '@/lib/storage/values/failover.ts';
import { Button } from '../shared/button.tsx';
import ClockQuestion from '../shared/clock-question.tsx';
import { copyText } from '../shared/copy.tsx';
import formStyles from '../shared/form.module.css';
import { useRead } from '../shared/hooks/use-read.ts';
import { useStored } from '../shared/hooks/use-stored.ts';
import { Loading } from './deferred.tsx';
import styles from './diagnostics-section.module.css';
import { Panel } from './panel.tsx';

export default function DiagnosticsSection() {
  const report = useRead('', readReport, watchReport);
  const skew = useStored(clockSkew);
  if (report === undefined || !skew) return <Loading />;
  return (
    <Panel title={t('diagnostics.title')} hint={t('diagnostics.hint')}>
      <p>{clockNotice({ ...skew, dismissedMs: null })}</p>
      <ClockQuestion />
      <div className={formStyles.actions}>
        <Button kind="primary" onClick={() => void copyText(report)}>
          {t('diagnostics.copyButton')}
        </Button>
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

function watchReport(onChange: () => void): () => void {
  const items = [journal, clockSkew, serviceHealth, activeService];
  const stops = items.map((item) => item.watch(onChange));
  return () => {
    for (const stop of stops) stop();
  };
}
