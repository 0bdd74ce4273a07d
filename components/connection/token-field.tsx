import type { ReactNode, Ref } from 'react';
import { t } from '@/lib/base/locale/t.ts';
import controlStyles from '../shared/control.module.css';
import formStyles from '../shared/form.module.css';
import { FieldNotes } from '../shared/text-field.tsx';
import { SecretInput } from './secret-input.tsx';
import styles from './secret.module.css';
import type { TestState } from './use-connection-test.ts';

interface TokenFieldProps {
  id: string;
  /** Default: `Access token`. */
  label?: string;
  ref?: Ref<HTMLInputElement>;
  value: string;
  problem: string | null | undefined;
  onChange: (token: string) => void;
  /** Below the hint and the problem. */
  children?: ReactNode;
}

export function TokenField(props: TokenFieldProps) {
  const { id, label = t('token.label'), ref, value, problem, onChange, children } = props;
  const hint = t('token.hint');
  return (
    <div className={formStyles.field}>
      <label className={controlStyles.label} htmlFor={id}>
        {label}
      </label>
      <SecretInput
        id={id}
        ref={ref}
        value={value}
        hint={hint}
        problem={problem}
        showLabel={t('token.showButton')}
        hideLabel={t('token.hideButton')}
        onChange={onChange}
      />
      <FieldNotes id={id} hint={hint} problem={problem} />
      {children}
    </div>
  );
}

const DOCUMENTATION = 'https://docs.pyth.network';

/** Opens by itself when the last test asked for another token. */
export function TokenHelp({ state }: { state: TestState }) {
  const isNeeded = state.phase === 'done' && state.report.remedy === 'access-token';
  return (
    <details className={styles.help} open={isNeeded}>
      <summary>{t('token.help.title')}</summary>
      <p>{t('token.help.text')}</p>
      <a href={DOCUMENTATION} target="_blank" rel="noreferrer">
        {t('token.help.link')}
      </a>
    </details>
  );
}
