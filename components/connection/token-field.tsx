import type { ReactNode, Ref } from 'react';
import { t } from '@/lib/base/locale/t.ts';
import { serviceChoiceOf } from '@/lib/domain/connection/public-services.ts';
import { Field } from '../shared/field.tsx';
import { Message } from '../shared/message.tsx';
import { SecretInput } from './secret-input.tsx';
import styles from './secret.module.css';
import type { ConnectionFormState } from './use-connection-form.ts';
import type { TestState } from './use-connection-test.ts';

interface TokenFieldProps {
  form: ConnectionFormState;
  /** Default: `Access token`. */
  label?: string;
  ref?: Ref<HTMLInputElement>;
  /** Why the token cannot be sent; by default what the form finds. */
  problem?: string | null | undefined;
  /** Whether the service rejected the token; the message is elsewhere. */
  isRefused?: boolean;
  /** Shown beside the field. */
  button?: ReactNode;
  /** Shown below the hint and the problem. */
  children?: ReactNode;
}

export function TokenField(props: TokenFieldProps) {
  const { form, label = t('token.label'), ref, problem = form.problems?.token } = props;
  const hint = t('token.hint');
  return (
    <Field label={label} hint={hint} problem={problem} below={props.children}>
      {(id) => (
        <div className={styles.line}>
          <SecretInput
            id={id}
            ref={ref}
            value={form.draft.token}
            hint={hint}
            problem={problem}
            {...(props.isRefused && { 'aria-invalid': true })}
            onChange={form.setToken}
          />
          {props.button}
        </div>
      )}
    </Field>
  );
}

/** Where users of the public service create access tokens, which it calls API keys. */
const TOKEN_PAGE = 'https://pythdata.app/signup';

/** How to get an access token for the service at this base URL. */
export function TokenSteps({ baseUrl }: { baseUrl: string }) {
  if (serviceChoiceOf(baseUrl) === 'own') return <p>{t('token.help.text')}</p>;
  const page = (
    <a href={TOKEN_PAGE} target="_blank" rel="noreferrer">
      <bdi>{new URL(TOKEN_PAGE).host}</bdi>
    </a>
  );
  return (
    <ol className={styles.steps}>
      <li>
        <span>
          <Message of="token.help.open" values={{ page }} />
        </span>
      </li>
      <li>{t('token.help.copy')}</li>
    </ol>
  );
}

interface TokenHelpProps {
  baseUrl: string;
  state: TestState;
}

/** The steps, collapsed unless the last test asked for another token. */
export function TokenHelp({ baseUrl, state }: TokenHelpProps) {
  const isNeeded = state.phase === 'done' && state.report.remedy === 'access-token';
  return (
    <details className={styles.help} open={isNeeded}>
      <summary>{t('token.help.title')}</summary>
      <TokenSteps baseUrl={baseUrl} />
    </details>
  );
}
