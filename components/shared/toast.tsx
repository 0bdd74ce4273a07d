import { useEffect, useRef, useState, type FocusEvent } from 'react';
import { t } from '@/lib/base/locale/t.ts';
import { showPageNotice, undoPageNotice, usePageNotice } from './page-notice.ts';
import styles from './notice.module.css';

const SHOWN_MS = 6_000;

/** The page's notice. Its live region is always rendered: only changes to it are announced. */
export function Toast() {
  const notice = usePageNotice();
  const [isHeld, setHeld] = useState(false);
  const previousFocus = useRef<Element>(null);

  // Keep the notice while the pointer or the focus is on it.
  useEffect(() => {
    if (!notice || notice.answers || isHeld) return undefined;
    const timer = setTimeout(() => showPageNotice(null), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [notice, isHeld]);

  const hold = ({ currentTarget, relatedTarget }: FocusEvent): void => {
    setHeld(true);
    if (!currentTarget.contains(relatedTarget)) previousFocus.current = relatedTarget;
  };

  /** Move the focus back before the button disappears. */
  const press = (act: () => unknown): void => {
    setHeld(false);
    if (previousFocus.current instanceof HTMLElement) previousFocus.current.focus();
    void act();
  };

  return (
    <div
      className={styles.toast}
      data-part="toast"
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
            <button type="button" onClick={() => press(undoPageNotice)}>
              {t('common.undoButton')}
            </button>
          )}
        </div>
      )}
    </div>
  );
}
