import { useEffect, useRef, useState, type FocusEvent } from 'react';
import type { Notice } from '../hooks/use-watchlist-actions.ts';
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
  const cameFrom = useRef<Element>(null);

  // Nobody is to lose the button while reaching for it.
  useEffect(() => {
    if (!notice || notice.answers || isHeld) return undefined;
    const timer = setTimeout(onGone, SHOWN_MS);
    return () => clearTimeout(timer);
  }, [notice, isHeld, onGone]);

  const hold = ({ currentTarget, relatedTarget }: FocusEvent): void => {
    setHeld(true);
    if (!currentTarget.contains(relatedTarget)) cameFrom.current = relatedTarget;
  };

  /** A pressed button goes with its notice: the focus returns to where it was before. */
  const press = (act: () => Promise<void>): void => {
    setHeld(false);
    if (cameFrom.current instanceof HTMLElement) cameFrom.current.focus();
    void act();
  };

  return (
    <div
      className="toast-place"
      aria-live="polite"
      data-no-picture
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={hold}
      onBlur={() => setHeld(false)}
    >
      {notice && (
        <div className="toast">
          <span>{notice.text}</span>
          {notice.answers?.map(({ label, choose }) => (
            <button key={label} type="button" onClick={() => press(choose)}>
              {label}
            </button>
          ))}
          {notice.undo && (
            <button type="button" onClick={() => press(onUndo)}>
              Undo
            </button>
          )}
        </div>
      )}
    </div>
  );
}
