import { useEffect, useId, useRef, useState } from 'react';
import { t } from '@/lib/locale/t.ts';
import { DEFAULT_BASE_URL, type ConnectionSettings } from '@/lib/storage/settings.ts';
import { ConnectionTest } from './connection-test.tsx';
import { HeaderRows } from './header-rows.tsx';
import { HttpConfirmation } from './http-confirmation.tsx';
import { SaveStatus } from './save-status.tsx';
import { TextField } from './text-field.tsx';
import { useConnectionForm, type ConnectionForm as Form } from './use-connection-form.ts';
import { useConnectionTest } from './use-connection-test.ts';
import { useFocusOnProblem } from './use-focus-on-problem.ts';
import { replaceHash, useHash } from './use-hash.ts';
import { Button } from '../shared/button.tsx';
import styles from './form.module.css';
import calloutStyles from './callout.module.css';

const TOKEN_HASH = 'connection-token';

/** Form for the base URL and the headers: a draft until it is saved, which can be tested first. */
export function ConnectionForm({ saved }: { saved: ConnectionSettings }) {
  const id = useId();
  const form = useConnectionForm(saved);
  const test = useConnectionTest(form.check.settings);
  const element = useRef<HTMLFormElement>(null);
  const [focusKey, setFocusKey] = useState<number | null>(null);
  const enterToken = () => setFocusKey(form.addToken());

  useFocusOnProblem(element, form.refusals);
  useTokenLink(enterToken);

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
      <HeaderRows form={form} id={id} focusKey={focusKey} onFocused={() => setFocusKey(null)} />
      <ConnectionTest test={test} settings={form.check.settings} onEnterToken={enterToken} />
      <div className={styles.actions}>
        <Button type="submit" kind="primary">
          {t('common.saveButton')}
        </Button>
        <Button
          onClick={() => {
            const settings = form.attempt();
            if (settings) test.run(settings);
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

function BaseUrlField({ id, form }: { id: string; form: Form }) {
  const { draft, check, problems } = form;
  return (
    <TextField
      label={t('connection.baseUrl')}
      id={id}
      inputMode="url"
      dir="ltr"
      value={draft.baseUrl}
      hint={t('connection.baseUrlDefault', { url: DEFAULT_BASE_URL })}
      problem={problems?.baseUrl}
      onChange={form.setBaseUrl}
    >
      {check.unencryptedOrigin !== null && (
        <HttpConfirmation
          isConfirmed={draft.confirmedOrigin === check.unencryptedOrigin}
          problem={problems?.confirmation}
          onChange={(isConfirmed) => form.confirm(isConfirmed ? check.unencryptedOrigin : null)}
        />
      )}
    </TextField>
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
function useTokenLink(enterToken: () => void): void {
  const isTokenLink = useHash() === TOKEN_HASH;
  useEffect(() => {
    if (!isTokenLink) return;
    enterToken();
    replaceHash('connection');
  }, [isTokenLink, enterToken]);
}
