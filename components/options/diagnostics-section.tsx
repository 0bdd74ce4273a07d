import { useEffect, useState } from 'react';
import {
  describeCounts,
  describeEntry,
  readInstallation,
  readReport,
  type Fact,
} from '@/lib/diagnostics/report.ts';
import { journalWords } from '@/lib/diagnostics/journal-words.ts';
import { counts, journal } from '@/lib/storage/diagnostics.ts';
import { useStored } from '../hooks/use-stored.ts';
import { Panel } from './panel.tsx';
import { Button } from '../shared/button.tsx';
import controlStyles from '../shared/control.module.css';
import styles from './diagnostics-section.module.css';
import formStyles from './form.module.css';

/** Recent background activity, for bug reports. */
export default function DiagnosticsSection() {
  const known = useStored(counts);
  const installation = useInstallation();
  return (
    <>
      <Panel
        title="Report"
        hint="For a bug report. It holds no address, no header and no token; read it before you send it."
      >
        <CopyReport />
      </Panel>
      <Panel title="Activity" hint="Counted on this computer; nothing of it is sent anywhere.">
        {known && <Facts facts={describeCounts(known)} />}
      </Panel>
      <Panel title="Installation" hint="What runs here, and how it is set.">
        {installation && <Facts facts={installation} />}
      </Panel>
      <Panel title="Events" hint="The last 200, newest first.">
        <Events />
      </Panel>
    </>
  );
}

function CopyReport() {
  const [outcome, setOutcome] = useState('');
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(await readReport());
      setOutcome('Copied.');
    } catch {
      setOutcome('The browser did not allow copying. Select the text below instead.');
    }
  };
  return (
    <div className={formStyles.actions}>
      <Button kind="primary" onClick={() => void copy()}>
        Copy report
      </Button>
      <output aria-label="Copying" className={formStyles.status}>
        {outcome}
      </output>
    </div>
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

function Events() {
  const entries = useStored(journal);
  if (!entries) return null;
  if (entries.length === 0) return <p className={controlStyles.hint}>Nothing happened yet.</p>;
  return (
    <ol className={styles.events} aria-label="Events" tabIndex={0}>
      {entries.toReversed().map((entry) => (
        <li key={`${entry.at} ${journalWords(entry.event)}`}>{describeEntry(entry)}</li>
      ))}
    </ol>
  );
}

/** Facts about the installation. Read again when the counts change, because sizes change too. */
function useInstallation(): Fact[] | undefined {
  const [facts, setFacts] = useState<Fact[]>();
  useEffect(() => {
    const read = (): void => void readInstallation().then(setFacts);
    read();
    return counts.watch(read);
  }, []);
  return facts;
}
