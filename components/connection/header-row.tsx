import type { HeaderRow } from '@/lib/domain/connection/draft.ts';
import {
  isAuthorization,
  type Header,
  type HeaderProblem,
} from '@/lib/domain/connection/headers.ts';
import { labelled } from '@/lib/base/locale/labelled.ts';
import { t } from '@/lib/base/locale/t.ts';
import { CloseIcon } from '../shared/icons.tsx';
import { FieldNotes } from '../shared/field.tsx';
import { TextInput } from '../shared/text-field.tsx';
import { Button } from '../shared/button.tsx';
import { SecretInput } from './secret-input.tsx';
import styles from './header-rows.module.css';

interface HeaderRowProps {
  /** Prefix of the fields' ids. */
  id: string;
  row: HeaderRow;
  problem: HeaderProblem | null;
  onChange: (part: Partial<Header>) => void;
  onRemove: () => void;
}

export function HeaderRowFields(props: HeaderRowProps) {
  const { id, row, problem, onChange, onRemove } = props;
  const hint = tokenHint(row);
  const remove = t('headers.removeButton');
  return (
    <div className={styles.row} role="group" aria-label={row.name || t('headers.unnamed')}>
      <TextInput
        id={`${id}-name`}
        dir="ltr"
        aria-label={t('headers.name')}
        placeholder={t('headers.name')}
        value={row.name}
        problem={problem?.name}
        onChange={(name) => onChange({ name })}
      />
      <SecretInput
        id={`${id}-value`}
        className={styles.value}
        aria-label={t('headers.value')}
        placeholder={t('headers.value')}
        value={row.value}
        hint={hint}
        problem={problem?.value}
        onChange={(value) => onChange({ value })}
      />
      <Button
        className={styles.remove}
        aria-label={row.name ? labelled(remove, row.name) : undefined}
        title={remove}
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
