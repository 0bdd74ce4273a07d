import { t } from '@/lib/base/locale/t.ts';
import type { ConnectionSettings } from '@/lib/domain/settings.ts';
import { useAccess, type Access } from './use-access.ts';
import type { ConnectionTestControl, TestState } from './use-connection-test.ts';
import { Button } from '../shared/button.tsx';
import styles from '../shared/callout.module.css';

interface ConnectionTestProps {
  test: ConnectionTestControl;
  settings: ConnectionSettings | null;
  isSaved: boolean;
}

export function ConnectionTest({ test, settings, isSaved }: ConnectionTestProps) {
  const { state } = test;
  const access = useAccess(settings?.baseUrl ?? null);
  const remedy = state.phase === 'done' ? state.report.remedy : null;
  const runAgain = () => {
    if (settings) void test.run(settings);
  };
  return (
    <div className={styles.callout} data-tone={toneOf(state, isSaved)}>
      <div role="status" aria-label={t('connection.testButton')}>
        <TestWords state={state} isSaved={isSaved} />
      </div>
      {remedy === 'grant-access' && access.state !== 'granted' && (
        <Button onClick={() => access.grant(runAgain)}>{t('connection.access.grantButton')}</Button>
      )}
      <AccessNote access={access} />
    </div>
  );
}

function TestWords({ state, isSaved }: { state: TestState; isSaved: boolean }) {
  switch (state.phase) {
    case 'idle':
      return null;
    case 'refused':
      return <Verdict good={false} headline={t('connection.fieldsFirst')} />;
    case 'running':
      return <p>{t('connectionTest.running')}</p>;
    case 'broken':
      return <Verdict good={false} headline={t('answer.failed')} />;
    case 'done':
      return state.report.good && !isSaved ? (
        <Verdict {...state.report} headline={t('connectionTest.headline.works')} />
      ) : (
        <Verdict {...state.report} />
      );
  }
  return null;
}

interface VerdictProps {
  good: boolean;
  headline: string;
  facts?: readonly string[];
}

function Verdict({ good, headline, facts = [] }: VerdictProps) {
  return (
    <>
      <p>
        <b>
          <span aria-hidden="true">{good ? '✓' : '✕'} </span>
          {headline}
        </b>
      </p>
      {facts.length > 0 &&
        (good ? (
          <Facts facts={facts} />
        ) : (
          <details>
            <summary>{t('detail.details')}</summary>
            <Facts facts={facts} />
          </details>
        ))}
    </>
  );
}

function Facts({ facts }: { facts: readonly string[] }) {
  return <p className={styles.facts}>{facts.join(' · ')}</p>;
}

function AccessNote({ access: { state, withdraw } }: { access: Access }) {
  if (state === 'none') return null;
  return (
    <p className={styles.facts}>
      {t(`connection.access.${state}`)}{' '}
      {state === 'granted' && (
        <Button kind="link" onClick={withdraw}>
          {t('connection.access.removeButton')}
        </Button>
      )}
    </p>
  );
}

function toneOf(state: TestState, isSaved: boolean): 'none' | 'good' | 'bad' | 'neutral' {
  if (state.phase === 'idle') return 'none';
  if (state.phase === 'running') return 'neutral';
  if (state.phase !== 'done' || !state.report.good) return 'bad';
  // Only a service in use is green.
  return isSaved ? 'good' : 'neutral';
}
