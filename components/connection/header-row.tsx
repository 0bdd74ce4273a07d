import { useState } from 'react';
import type { HeaderRow } from '@/lib/domain/connection/draft.ts';
import {
  isAuthorization,
  type Header,
  type HeaderProblem,
} from '@/lib/domain/connection/headers.ts';
import { t } from '@/lib/base/locale/t.ts';
import { CloseIcon } from '../shared/icons.tsx';
import { EyeIcon } from '../shared/later-icons.tsx';
import { FieldNotes, TextInput } from '../shared/text-field.tsx';
import { Button, classNames, IconButton } from '../shared/button.tsx';
import styles from './header-rows.module.css';
import secretStyles from './secret.module.css';

interface HeaderRowProps {
  /** Prefix of the fields' element ids. */
  id: string;
  row: HeaderRow;
  problem: HeaderProblem | null;
  onChange: (part: Partial<Header>) => void;
  onRemove: () => void;
}

/** Name and value of one header. The value is a secret: it is masked until the user reveals it. */
export function HeaderRowFields(props: HeaderRowProps) {
  const { id, row, problem, onChange, onRemove } = props;
  const [isRevealed, setRevealed] = useState(false);
  const hint = tokenHint(row);
  return (
    <div className={styles.row} role="group" aria-label={row.name || t('headers.unnamed')}>
      <TextInput
        id={`${id}-name`}
        dir="ltr"
        aria-label={t('headers.name')}
        placeholder={t('headers.namePlaceholder')}
        value={row.name}
        problem={problem?.name}
        onChange={(name) => onChange({ name })}
      />
      <div className={classNames(styles.value, secretStyles.secret)}>
        <TextInput
          id={`${id}-value`}
          data-masked={isRevealed || row.value === '' ? undefined : ''}
          dir="ltr"
          aria-label={t('headers.value')}
          placeholder={t('headers.valuePlaceholder')}
          value={row.value}
          hint={hint}
          problem={problem?.value}
          onChange={(text) => onChange({ value: text })}
        />
        <IconButton
          label={t(isRevealed ? 'headers.hideValueButton' : 'headers.showValueButton')}
          onClick={() => setRevealed(!isRevealed)}
        >
          <EyeIcon isCrossed={isRevealed} />
        </IconButton>
      </div>
      <Button
        className={styles.remove}
        aria-label={row.name ? t('headers.removeNamed', { name: row.name }) : undefined}
        title={t('headers.removeButton')}
        onClick={onRemove}
      >
        <CloseIcon />
      </Button>
      <div className={styles.notes}>
        <FieldNotes id={`${id}-name`} problem={problem?.name} />
        <FieldNotes id={`${id}-value`} hint={hint} problem={problem?.value} />
      </div>
    </div>
  );
}

function tokenHint({ name, value }: Header): string | undefined {
  if (!isAuthorization(name)) return undefined;
  const text = value.trim();
  const hasNoPrefix = text !== '' && !/\s/.test(text) && !/^bearer$/i.test(text);
  return hasNoPrefix ? t('headers.tokenNeedsPrefix') : undefined;
}
