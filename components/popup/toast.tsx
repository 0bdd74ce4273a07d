import { useEffect, useState } from 'react';
import type { Notice } from './use-watchlist-actions.ts';
import './toast.css';

const SHOWN_MS = 6_000;

interface ToastProps {
  notice: Notice | null;
  onUndo: () => Promise<void>;
  onGone: () => void;
}

/** Says what was just done. The live region is always there: only its changes are announced. */
export function Toast({ notice, onUndo, onGone }: ToastProps) {
  const [isHeld, setHeld] = useState(false);

  // Nobody is to lose the button while reaching for it.
  useEffect(() => {
    if (!notice || notice.answers || isHeld) return undefined;
    const timer = setTimeout(onGone, SHOWN_MS);
    return () => clearTimeout(timer);
  }, [notice, isHeld, onGone]);

  const undo = (): void => {
    setHeld(false);
    void onUndo();
  };

  return (
    <div
      className="toast-place"
      aria-live="polite"
      data-no-picture
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      {notice && (
        <div className="toast">
          <span>{notice.text}</span>
          {notice.answers?.map(({ label, choose }) => (
            <button key={label} type="button" onClick={() => void choose()}>
              {label}
            </button>
          ))}
          {notice.undo && (
            <button type="button" onClick={undo}>
              Undo
            </button>
          )}
        </div>
      )}
    </div>
  );
}
