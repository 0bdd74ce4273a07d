import { useState, type ComponentProps } from 'react';
import { t } from '@/lib/base/locale/t.ts';
import { classNames, IconButton } from '../shared/button.tsx';
import { EyeIcon } from '../shared/later-icons.tsx';
import { TextInput } from '../shared/text-field.tsx';
import styles from './secret.module.css';

/** Masked until the user reveals it. */
export function SecretInput({ className, ...input }: ComponentProps<typeof TextInput>) {
  const [isRevealed, setRevealed] = useState(false);
  return (
    <div className={classNames(styles.secret, className)}>
      <TextInput
        {...input}
        dir="ltr"
        data-masked={isRevealed || input.value === '' ? undefined : ''}
      />
      <IconButton
        label={t(isRevealed ? 'headers.hideValueButton' : 'headers.showValueButton')}
        onClick={() => setRevealed(!isRevealed)}
      >
        <EyeIcon isCrossed={isRevealed} />
      </IconButton>
    </div>
  );
}
