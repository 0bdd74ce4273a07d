import { useEffect, useRef, useState } from 'react';
import { isAuthorization, type Header, type HeaderProblem } from '@/lib/connection/headers.ts';
import { t } from '@/lib/locale/t.ts';
import { CloseIcon, EyeIcon } from '../shared/icons.tsx';
import type { HeaderRow } from './form-state.ts';
import { FieldNotes, TextInput } from './text-field.tsx';
import { Button, IconButton } from '../shared/button.tsx';
import styles from './header-rows.module.css';

interface HeaderRowProps {
  /** Prefix of the fields' element ids. */
  id: string;
  row: HeaderRow;
  problem: HeaderProblem | null;
  /** If set, the value field takes the focus and then calls this. */
  onFocused: (() => void) | null;
  onChange: (part: Partial<Header>) => void;
  onRemove: () => void;
}

/** Name and value of one header. The value is a secret: it is masked until the user reveals it. */
export function HeaderRowFields(props: HeaderRowProps) {
  const { id, row, problem, onFocused, onChange, onRemove } = props;
  const [isRevealed, setRevealed] = useState(false);
  const value = useFocusAtEnd(onFocused);
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
      <div className={styles.value}>
        <TextInput
          id={`${id}-value`}
          ref={value}
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

function useFocusAtEnd(onFocused: (() => void) | null) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (!onFocused || !input.current) return;
    input.current.focus();
    const end = input.current.value.length;
    input.current.setSelectionRange(end, end);
    onFocused();
  }, [onFocused]);
  return input;
}

function tokenHint({ name, value }: Header): string | undefined {
  if (!isAuthorization(name)) return undefined;
  const text = value.trim();
  const hasNoPrefix = text !== '' && !/\s/.test(text) && !/^bearer$/i.test(text);
  return t(hasNoPrefix ? 'headers.tokenNeedsPrefix' : 'headers.tokenHint');
}
