import { useEffect, useId, useRef, type RefObject } from 'react';
import { t } from '@/lib/locale/t.ts';
import type { ConnectionSettings } from '@/lib/storage/settings.ts';
import { ConnectionTest } from '../connection/connection-test.tsx';
import { HeaderRows } from '../connection/header-rows.tsx';
import { BaseUrlField } from '../connection/base-url-field.tsx';
import { TokenField, TokenHelp } from '../connection/token-field.tsx';
import { SaveStatus } from '../connection/save-status.tsx';
import { useConnectionForm } from '../connection/use-connection-form.ts';
import { useConnectionTest } from '../connection/use-connection-test.ts';
import { useFocusOnProblem } from '../hooks/use-focus-on-problem.ts';
import { replaceHash, useHash } from './use-hash.ts';
import { Button } from '../shared/button.tsx';
import styles from '../shared/form.module.css';
import calloutStyles from '../shared/callout.module.css';

const TOKEN_HASH = 'connection-token';

interface ConnectionFormProps {
  saved: ConnectionSettings;
  onSave: (settings: ConnectionSettings) => Promise<void>;
}

/** Form for the base URL, the access token and the headers: a draft until it is saved, which can be tested first. */
export function ConnectionForm({ saved, onSave }: ConnectionFormProps) {
  const id = useId();
  const form = useConnectionForm(saved, onSave);
  const test = useConnectionTest(form.check.settings);
  const element = useRef<HTMLFormElement>(null);
  const token = useRef<HTMLInputElement>(null);

  useFocusOnProblem(element, form.refusals);
  useTokenLink(token);

  return (
    <form
      ref={element}
      noValidate
      autoComplete="off"
      onSubmit={(event) => {
        event.preventDefault();
        void form.save();
      }}
    >
      {form.isOvertaken && <ChangedElsewhere onReset={form.reset} />}
      <BaseUrlField id={`${id}-url`} form={form} />
      <TokenField
        id={`${id}-token`}
        ref={token}
        value={form.draft.token}
        problem={form.problems?.token}
        onChange={form.setToken}
      >
        <TokenHelp state={test.state} />
      </TokenField>
      <HeaderRows form={form} id={id} />
      <ConnectionTest test={test} settings={form.check.settings} isSaved={!form.isChanged} />
      <div className={styles.actions}>
        <Button type="submit" kind="primary">
          {t('common.saveButton')}
        </Button>
        <Button
          onClick={() => {
            const settings = form.attempt();
            if (settings) void test.run(settings);
            else test.refuse();
          }}
        >
          {t('connection.testButton')}
        </Button>
        <SaveStatus form={form} />
      </div>
    </form>
  );
}

function ChangedElsewhere({ onReset }: { onReset: () => void }) {
  return (
    <div className={calloutStyles.callout} data-tone="warn" role="alert">
      <p>{t('connection.changedElsewhere')}</p>
      <Button onClick={onReset}>{t('connection.discardButton')}</Button>
    </div>
  );
}

/** Handles the hash of links from other pages, and removes it so that a link works again. */
function useTokenLink(token: RefObject<HTMLInputElement | null>): void {
  const isTokenLink = useHash() === TOKEN_HASH;
  useEffect(() => {
    if (!isTokenLink) return;
    token.current?.focus();
    replaceHash('connection');
  }, [isTokenLink, token]);
}
