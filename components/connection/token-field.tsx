import { useState, type ReactNode, type Ref } from 'react';
import { t } from '@/lib/base/locale/t.ts';
import { IconButton } from '../shared/button.tsx';
import controlStyles from '../shared/control.module.css';
import { EyeIcon } from '../shared/later-icons.tsx';
import formStyles from '../shared/form.module.css';
import { FieldNotes, TextInput } from '../shared/text-field.tsx';
import styles from './secret.module.css';
import type { TestState } from './use-connection-test.ts';

interface TokenFieldProps {
  id: string;
  ref?: Ref<HTMLInputElement>;
  value: string;
  problem: string | null | undefined;
  onChange: (token: string) => void;
  /** Shown below the hint and the problem. */
  children?: ReactNode;
}

/** The access token of a price service. It is a secret: masked until the user reveals it. */
export function TokenField({ id, ref, value, problem, onChange, children }: TokenFieldProps) {
  const [isRevealed, setRevealed] = useState(false);
  const hint = t('token.hint');
  return (
    <div className={formStyles.field}>
      <label className={controlStyles.label} htmlFor={id}>
        {t('token.label')}
      </label>
      <div className={styles.secret}>
        <TextInput
          id={id}
          ref={ref}
          dir="ltr"
          data-masked={isRevealed || value === '' ? undefined : ''}
          value={value}
          hint={hint}
          problem={problem}
          onChange={onChange}
        />
        <IconButton
          label={t(isRevealed ? 'token.hideButton' : 'token.showButton')}
          onClick={() => setRevealed(!isRevealed)}
        >
          <EyeIcon isCrossed={isRevealed} />
        </IconButton>
      </div>
      <FieldNotes id={id} hint={hint} problem={problem} />
      {children}
    </div>
  );
}

const DOCUMENTATION = 'https://docs.pyth.network';

/** How to get an access token. It opens by itself when the last test asked for another one. */
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
