import { useState } from 'react';
import { Button } from '../shared/button.tsx';
import styles from './imported-signers.module.css';

interface HexValueProps {
  value: string;
  /** Name of the value for the button's label: `the emitter address`. */
  label: string;
}

const SHOWN_AT_EACH_END = 8;

/** A long hex value, shortened in the middle, with a button that copies it in full. */
export function HexValue({ value, label }: HexValueProps) {
  const [outcome, setOutcome] = useState<'none' | 'copied' | 'refused'>('none');
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(value);
      setOutcome('copied');
    } catch {
      setOutcome('refused');
    }
  };
  return (
    <span className={styles.hex}>
      <code title={value}>{outcome === 'refused' ? value : shorten(value)}</code>
      <Button kind="link" aria-label={`Copy ${label}`} onClick={() => void copy()}>
        Copy
      </Button>
      <span role="status">{OUTCOMES[outcome]}</span>
    </span>
  );
}

const OUTCOMES = {
  none: '',
  copied: 'Copied',
  refused: 'The browser did not allow the copy. Select the whole value instead.',
};

/** Shows both ends: it is easy to create values with the same beginning. */
function shorten(value: string): string {
  return value.length <= 2 * SHOWN_AT_EACH_END + 1
    ? value
    : `${value.slice(0, SHOWN_AT_EACH_END)}…${value.slice(-SHOWN_AT_EACH_END)}`;
}
