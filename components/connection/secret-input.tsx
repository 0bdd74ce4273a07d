import { useState, type ComponentProps } from 'react';
import { classNames, IconButton } from '../shared/button.tsx';
import { EyeIcon } from '../shared/later-icons.tsx';
import { TextInput } from '../shared/text-field.tsx';
import styles from './secret.module.css';

interface SecretInputProps extends ComponentProps<typeof TextInput> {
  showLabel: string;
  hideLabel: string;
}

/** Masked until the user reveals it. */
export function SecretInput(props: SecretInputProps) {
  const { showLabel, hideLabel, className, ...input } = props;
  const [isRevealed, setRevealed] = useState(false);
  return (
    <div className={classNames(styles.secret, className)}>
      <TextInput
        {...input}
        dir="ltr"
        data-masked={isRevealed || input.value === '' ? undefined : ''}
      />
      <IconButton
        label={isRevealed ? hideLabel : showLabel}
        onClick={() => setRevealed(!isRevealed)}
      >
        <EyeIcon isCrossed={isRevealed} />
      </IconButton>
    </div>
  );
}
