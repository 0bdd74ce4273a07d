import { useRef, useState } from 'react';
import { formatCount } from '@/lib/base/locale/format.ts';
import { t } from '@/lib/base/locale/t.ts';
import { MAX_HEADERS } from '@/lib/base/limits.ts';
import { PlusIcon } from '../shared/icons.tsx';
import { HeaderRowFields } from './header-row.tsx';
import type { ConnectionFormState } from './use-connection-form.ts';
import { Button } from '../shared/button.tsx';
import controlStyles from '../shared/control.module.css';
import styles from './header-rows.module.css';

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
  const [isOpen, setOpen] = useState(draft.headers.length > 0);
  return (
    <details
      className={styles.headers}
      open={isOpen || draft.headers.length > 0}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>{t('headers.title')}</summary>
      <p className={controlStyles.hint}>{t('headers.hint')}</p>
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
      <Button ref={addButton} onClick={form.addHeader} disabled={isFull}>
        <PlusIcon />
        {t('headers.addButton')}
      </Button>
      {isFull && (
        <p className={controlStyles.hint}>
          {t('common.full', { limit: formatCount(MAX_HEADERS) })}
        </p>
      )}
    </details>
  );
}
