import { useState } from 'react';
import styles from './rolling-text.module.css';

interface RollingTextProps {
  certain: string;
  /** Digits that are dimmed. */
  uncertain: string;
}

interface Shown {
  text: string;
  before: string;
  /** Counts the changes: a digit that changes again rolls again. */
  turn: number;
}

/** A figure of which the digits that change roll. The text is the figure, at every moment. */
export function RollingText({ certain, uncertain }: RollingTextProps) {
  const text = certain + uncertain;
  const [shown, setShown] = useState<Shown>({ text, before: text, turn: 0 });
  if (shown.text !== text) setShown({ text, before: shown.text, turn: shown.turn + 1 });
  // A figure of another length has its digits elsewhere.
  const before = shown.before.length === text.length ? shown.before : text;
  const digits = (from: number, to: number) =>
    Array.from(text.slice(from, to), (digit, index) => {
      const old = before[from + index];
      return old === digit || old === undefined || !DIGIT.test(old + digit) ? (
        digit
      ) : (
        <span
          key={`${from + index} ${shown.turn}`}
          className={styles.digit}
          data-from={old}
          data-down={digit < old || undefined}
        >
          {digit}
        </span>
      );
    });
  return (
    <>
      {digits(0, certain.length)}
      {uncertain && <i>{digits(certain.length, text.length)}</i>}
    </>
  );
}

const DIGIT = /^\d\d$/;
