import { useState } from 'react';

interface HexValueProps {
  value: string;
  /** What it is, for the button's name: `the emitter address`. */
  what: string;
}

const SHOWN_AT_EACH_END = 8;

/** A long value, shortened in the middle; a button copies all of it. */
export function HexValue({ value, what }: HexValueProps) {
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
    <span className="hex-value">
      <code title={value}>{outcome === 'refused' ? value : shortened(value)}</code>
      <button
        type="button"
        className="link"
        aria-label={`Copy ${what}`}
        onClick={() => void copy()}
      >
        Copy
      </button>
      <span role="status">{OUTCOMES[outcome]}</span>
    </span>
  );
}

const OUTCOMES = {
  none: '',
  copied: 'Copied',
  refused: 'The browser did not allow the copy. Select the whole value instead.',
};

/** Both ends: values that begin alike are easily made. */
function shortened(value: string): string {
  return value.length <= 2 * SHOWN_AT_EACH_END + 1
    ? value
    : `${value.slice(0, SHOWN_AT_EACH_END)}…${value.slice(-SHOWN_AT_EACH_END)}`;
}
