import { memo } from 'react';
import { t } from '@/lib/base/locale/t.ts';
import { Button, IconButton } from '../shared/button.tsx';
import { MoreIcon } from '../shared/icons.tsx';
import type { Overlays } from './use-overlays.ts';
import styles from './row-actions.module.css';

interface RowActionsProps {
  id: string;
  name: string;
  /** Search query for a replacement; `null` if the service offers this feed. */
  replacement: string | null;
  onOverlay: Overlays['open'];
  onFindReplacement: (id: string, query: string) => void;
}

/** The button that opens a row's menu. The list is one tab stop, so the arrow keys reach it. */
export const RowActions = memo(function RowActions(props: RowActionsProps) {
  const { id, name, replacement, onOverlay } = props;
  return (
    <>
      {replacement !== null && (
        <Button kind="link" tabIndex={-1} onClick={() => props.onFindReplacement(id, replacement)}>
          {t('row.findReplacementButton')}
        </Button>
      )}
      <IconButton
        label={t('row.menuLabel', { name })}
        title={t('row.menuHint')}
        className={styles.menu}
        aria-haspopup="menu"
        tabIndex={-1}
        onClick={(event) => onOverlay({ kind: 'row', id }, event.currentTarget)}
      >
        <MoreIcon />
      </IconButton>
    </>
  );
});
