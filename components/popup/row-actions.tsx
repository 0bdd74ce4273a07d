import { memo, type MouseEvent } from 'react';
import { CloseIcon, PinIcon } from '../icons.tsx';

interface RowActionsProps {
  id: string;
  symbol: string;
  isBadge: boolean;
  isGone: boolean;
  onRemove: (id: string) => Promise<void>;
  onShowOnBadge: (id: string) => Promise<void>;
}

/** What can be done to one followed feed. */
export const RowActions = memo(function RowActions(props: RowActionsProps) {
  const { id, symbol, isBadge, isGone, onRemove, onShowOnBadge } = props;
  const remove = (event: MouseEvent<HTMLButtonElement>): void => {
    // A click without a pointer came from the keyboard: its focus must not be lost with the row.
    if (event.detail === 0) focusNeighbour(event.currentTarget);
    void onRemove(id);
  };
  return (
    <div className="actions">
      {!isGone && (
        <button
          type="button"
          className="icon-button"
          aria-label="Show on badge"
          title="Show on badge"
          aria-pressed={isBadge}
          onClick={() => void onShowOnBadge(id)}
        >
          <PinIcon />
        </button>
      )}
      <button
        type="button"
        className="icon-button"
        data-action="remove"
        aria-label={`Remove ${symbol}`}
        title={`Remove ${symbol}`}
        onClick={remove}
      >
        <CloseIcon />
      </button>
    </div>
  );
});

function focusNeighbour(button: HTMLButtonElement): void {
  const row = button.closest('li');
  const neighbour = row?.nextElementSibling ?? row?.previousElementSibling;
  neighbour?.querySelector<HTMLElement>('[data-action="remove"]')?.focus();
}
