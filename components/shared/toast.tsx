import { useEffect, useRef, useState, type FocusEvent } from 'react';
import { t } from '@/lib/base/locale/t.ts';
import type { Notice } from './hooks/notice.ts';
import styles from './notice.module.css';

const SHOWN_MS = 6_000;

interface ToastProps {
  /** Whether the toast belongs to the page, not to a view. */
  isOnPage?: boolean;
  notice: Notice | null;
  onUndo: () => Promise<void>;
  onGone: () => void;
}

/** The live region is always rendered: only changes to an existing region are announced. */
export function Toast({ isOnPage, notice, onUndo, onGone }: ToastProps) {
  const [isHeld, setHeld] = useState(false);
  const previousFocus = useRef<Element>(null);

  // Keep the notice while the pointer or the focus is on it.
  useEffect(() => {
    if (!notice || notice.answers || isHeld) return undefined;
    const timer = setTimeout(onGone, SHOWN_MS);
    return () => clearTimeout(timer);
  }, [notice, isHeld, onGone]);

  const hold = ({ currentTarget, relatedTarget }: FocusEvent): void => {
    setHeld(true);
    if (!currentTarget.contains(relatedTarget)) previousFocus.current = relatedTarget;
  };

  /** Move the focus back before the button disappears. */
  const press = (act: () => Promise<void>): void => {
    setHeld(false);
    if (previousFocus.current instanceof HTMLElement) previousFocus.current.focus();
    void act();
  };

  return (
    <div
      className={styles.toast}
      data-on-page={isOnPage}
      aria-live="polite"
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={hold}
      onBlur={() => setHeld(false)}
    >
      {notice && (
        <div className={styles.notice}>
          <span>{notice.text}</span>
          {notice.answers?.map(({ label, choose }) => (
            <button key={label} type="button" onClick={() => press(choose)}>
              {label}
            </button>
          ))}
          {notice.undo && (
            <button type="button" onClick={() => press(onUndo)}>
              {t('common.undoButton')}
            </button>
          )}
        </div>
      )}
    </div>
  );
}
