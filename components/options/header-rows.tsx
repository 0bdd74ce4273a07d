import { useRef } from 'react';
import { t } from '@/lib/locale/t.ts';
import { MAX_HEADERS } from '@/lib/storage/limits.ts';
import { PlusIcon } from '../shared/icons.tsx';
import { HeaderRowFields } from './header-row.tsx';
import type { ConnectionForm } from './use-connection-form.ts';
import { Button } from '../shared/button.tsx';
import controlStyles from '../shared/control.module.css';
import formStyles from './form.module.css';
import styles from './header-rows.module.css';
import panelStyles from './panel.module.css';

interface HeaderRowsProps {
  form: ConnectionForm;
  /** Prefix of the rows' element ids. */
  id: string;
  /** Key of the row whose value should take the focus. */
  focusKey: number | null;
  onFocused: () => void;
}

/** The headers sent with every request, one per row. */
export function HeaderRows({ form, id, focusKey, onFocused }: HeaderRowsProps) {
  const { draft, problems } = form;
  const addButton = useRef<HTMLButtonElement>(null);
  const isFull = draft.headers.length >= MAX_HEADERS;
  return (
    <div className={styles.headers} role="group" aria-labelledby={`${id}-headers`}>
      <h4 className={formStyles.heading} id={`${id}-headers`}>
        {t('headers.title')}
      </h4>
      <p className={panelStyles.hint}>{t('headers.hint')}</p>
      {draft.headers.map((row, index) => (
        <HeaderRowFields
          key={row.key}
          id={`${id}-${row.key}`}
          row={row}
          problem={problems?.headers[index] ?? null}
          onFocused={row.key === focusKey ? onFocused : null}
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
      {isFull && <p className={controlStyles.hint}>{t('headers.full', { count: MAX_HEADERS })}</p>}
    </div>
  );
}
