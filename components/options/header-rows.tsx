import { useRef } from 'react';
import type { HeaderRow } from '@/lib/domain/connection/draft.ts';
import {
  isAuthorization,
  type Header,
  type HeaderProblem,
} from '@/lib/domain/connection/headers.ts';
import { MAX_HEADERS } from '@/lib/base/limits.ts';
import { formatCount } from '@/lib/base/locale/format.ts';
import { labelled } from '@/lib/base/locale/labelled.ts';
import { t } from '@/lib/base/locale/t.ts';
import { SecretInput } from '../connection/secret-input.tsx';
import type { ConnectionFormState } from '../connection/use-connection-form.ts';
import { Button } from '../shared/button.tsx';
import controlStyles from '../shared/control.module.css';
import { FieldNotes } from '../shared/field.tsx';
import { CloseIcon, PlusIcon } from '../shared/icons.tsx';
import { TextInput } from '../shared/text-field.tsx';
import { Fold } from './fold.tsx';
import styles from './header-rows.module.css';
import pageStyles from './options.module.css';

interface HeaderRowsProps {
  form: ConnectionFormState;
  /** Prefix of the rows' ids. */
  id: string;
}

/** The headers other than the access token. */
export function HeaderRows({ form, id }: HeaderRowsProps) {
  const { draft, problems } = form;
  const addButton = useRef<HTMLButtonElement>(null);
  const isFull = draft.headers.length + Number(draft.token !== '') >= MAX_HEADERS;
  return (
    <Fold title={t('headers.title')} isOpen={draft.headers.length > 0}>
      <p className={pageStyles.hint}>{t('headers.hint')}</p>
      {draft.headers.map((row, index) => (
        <HeaderRowFields
          key={row.key}
          id={`${id}-${row.key}`}
          row={row}
          problem={problems?.headers[index] ?? null}
          onChange={(part) => form.setHeader(row.key, part)}
          onRemove={() => {
            form.removeHeader(row.key);
            addButton.current?.focus();
          }}
        />
      ))}
      <Button className={styles.add} ref={addButton} onClick={form.addHeader} disabled={isFull}>
        <PlusIcon />
        {t('headers.addButton')}
      </Button>
      {isFull && (
        <p className={controlStyles.hint}>
          {t('common.full', { limit: formatCount(MAX_HEADERS) })}
        </p>
      )}
    </Fold>
  );
}

interface HeaderRowProps {
  /** Prefix of the fields' ids. */
  id: string;
  row: HeaderRow;
  problem: HeaderProblem | null;
  onChange: (part: Partial<Header>) => void;
  onRemove: () => void;
}

function HeaderRowFields(props: HeaderRowProps) {
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
