import { useState, type ReactNode } from 'react';
import { labelled } from '@/lib/base/locale/labelled.ts';
import { Menu } from '../../shared/menu.tsx';
import styles from './alert.module.css';

interface SlotProps {
  /** Label of the menu. */
  label: string;
  value: ReactNode;
  /** The value in words. */
  words: string;
  /** Whether it is a part of the sentence, not a row's value. */
  isInSentence?: boolean;
  /** The items of the menu. */
  children: ReactNode;
}

/** A value that opens the menu of its alternatives. */
export function Slot({ label, value, words, isInSentence, children }: SlotProps) {
  const [opener, setOpener] = useState<HTMLElement | null>(null);
  const close = (): void => {
    setOpener(null);
    opener?.focus();
  };
  return (
    <>
      <button
        type="button"
        className={isInSentence ? styles.slot : styles.value}
        aria-label={labelled(label, words)}
        aria-haspopup="menu"
        aria-expanded={opener !== null}
        onClick={(event) => setOpener(opener ? null : event.currentTarget)}
      >
        <span dir="auto">{value}</span>
      </button>
      {opener && (
        <Menu label={label} opener={opener} onClose={close}>
          {children}
        </Menu>
      )}
    </>
  );
}
