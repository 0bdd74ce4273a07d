import { memo, type MouseEvent } from 'react';
import { t } from '@/lib/locale/t.ts';
import { Button, IconButton } from '../shared/button.tsx';
import { CloseIcon, MoreIcon, PinIcon } from '../shared/icons.tsx';
import { AlertsButton } from './alerts-button.tsx';
import type { Overlays } from './use-overlays.ts';
import type { WatchlistActions } from '../hooks/use-watchlist-actions.ts';
import styles from './row-actions.module.css';

interface RowActionsProps {
  id: string;
  name: string;
  /** Search query for a replacement; `null` if the service offers this feed. */
  replacement: string | null;
  isBadge: boolean;
  hasAlerts: boolean;
  actions: WatchlistActions;
  onOverlay: Overlays['open'];
  onFindReplacement: (id: string, query: string) => void;
}

/** Buttons for one feed on the list. */
export default memo(function RowActions(props: RowActionsProps) {
  const { id, name, replacement, isBadge, actions } = props;
  const remove = (event: MouseEvent<HTMLButtonElement>): void => {
    // A click with detail 0 came from the keyboard: move the focus before the row disappears.
    if (event.detail === 0) focusNeighbor(event.currentTarget);
    void actions.removeHere(id);
  };
  return (
    <div className={styles.actions}>
      {replacement === null && <AlertsButton id={id} hasAlerts={props.hasAlerts} />}
      {replacement === null ? (
        <IconButton
          label={t('row.showOnBadgeButton')}
          aria-pressed={isBadge}
          onClick={() => void actions.showOnBadge(id)}
        >
          <PinIcon />
        </IconButton>
      ) : (
        <Button kind="link" onClick={() => props.onFindReplacement(id, replacement)}>
          {t('row.findReplacementButton')}
        </Button>
      )}
      <IconButton
        label={t('row.menuLabel', { name })}
        title={t('row.menuHint')}
        aria-haspopup="menu"
        onClick={(event) => props.onOverlay({ kind: 'row', id }, event.currentTarget)}
      >
        <MoreIcon />
      </IconButton>
      <IconButton label={t('row.removeLabel', { name })} data-action="remove" onClick={remove}>
        <CloseIcon />
      </IconButton>
    </div>
  );
});

function focusNeighbor(button: HTMLButtonElement): void {
  const row = button.closest('li');
  const neighbour = row?.nextElementSibling ?? row?.previousElementSibling;
  const next = neighbour
    ? neighbour.querySelector<HTMLElement>('[data-action="remove"]')
    : document.querySelector<HTMLElement>('[role="tab"][aria-selected="true"]');
  next?.focus();
}
