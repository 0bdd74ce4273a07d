import { useEffect, useState } from 'react';
import type { Fact } from '@/lib/domain/diagnostics/fact.ts';
import { describeServices } from '@/lib/pages/diagnostics/describe-services.ts';
import { describeEntry, readInstallation, readReport } from '@/lib/pages/diagnostics/report.ts';
import { journalWords } from '@/lib/domain/diagnostics/journal-words.ts';
import { t } from '@/lib/base/locale/t.ts';
import { clockSkew } from '@/lib/storage/values/clock.ts';
import { connectionState } from '@/lib/storage/values/connection.ts';
import { journal } from '@/lib/storage/values/diagnostics.ts';
import { activeService, serviceHealth } from '@/lib/storage/values/failover.ts';
import { priceServices, signatures } from '@/lib/storage/values/settings.ts';
import { useStored } from '../shared/hooks/use-stored.ts';
import { Loading } from './deferred.tsx';
import { Panel } from './panel.tsx';
import { Button } from '../shared/button.tsx';
import ClockQuestion from '../shared/clock-question.tsx';
import controlStyles from '../shared/control.module.css';
import styles from './diagnostics-section.module.css';
import formStyles from '../shared/form.module.css';

export default function DiagnosticsSection() {
  const installation = useInstallation();
  const areEventsRead = useStored(journal) !== undefined;
  // All at once, so that nothing moves under the pointer.
  if (!installation || !areEventsRead) return <Loading />;
  return (
    <>
      <Panel title={t('diagnostics.report.title')} hint={t('diagnostics.report.hint')}>
        <CopyReport />
      </Panel>
      <Panel title={t('diagnostics.services.title')} hint={t('diagnostics.services.hint')}>
        <Services />
      </Panel>
      <Panel title={t('diagnostics.installation.title')} hint={t('diagnostics.installation.hint')}>
        <Facts facts={installation} />
        <ClockQuestion />
      </Panel>
      <Panel title={t('diagnostics.events.title')} hint={t('diagnostics.events.hint')}>
        <Events />
      </Panel>
    </>
  );
}

function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className={styles.facts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function CopyReport() {
  const [outcome, setOutcome] = useState('');
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(await readReport());
      setOutcome(t('common.copied'));
    } catch {
      setOutcome(t('diagnostics.report.copyFailed'));
    }
  };
  return (
    <div className={formStyles.actions}>
      <Button kind="primary" onClick={() => void copy()}>
        {t('diagnostics.report.copyButton')}
      </Button>
      <output aria-label={t('diagnostics.report.statusLabel')} className={formStyles.status}>
        {outcome}
      </output>
    </div>
  );
}

function Services() {
  const list = useStored(priceServices);
  const active = useStored(activeService);
  const health = useStored(serviceHealth);
  const connection = useStored(connectionState);
  const mode = useStored(signatures);
  if (!list || !active || !health || !connection || !mode) return null;
  return <Facts facts={describeServices({ list, active, health, connection, mode })} />;
}

function Events() {
  const entries = useStored(journal);
  if (!entries) return null;
  if (entries.length === 0) {
    return <p className={controlStyles.hint}>{t('diagnostics.events.empty')}</p>;
  }
  return (
    <ol className={styles.events} aria-label={t('diagnostics.events.title')} tabIndex={0}>
      {entries.toReversed().map((entry) => (
        <li key={`${entry.at} ${journalWords(entry.event)}`}>{describeEntry(entry)}</li>
      ))}
    </ol>
  );
}

/** Read again with the clock and the journal, because sizes change too. */
function useInstallation(): Fact[] | undefined {
  const [facts, setFacts] = useState<Fact[]>();
  useEffect(() => {
    const read = (): void => void readInstallation().then(setFacts);
    read();
    const stops = [journal.watch(read), clockSkew.watch(read)];
    return () => {
      for (const stop of stops) stop();
    };
  }, []);
  return facts;
}
