import type { ReactNode } from 'react';

// 12 px marks that stand for a word; the word is their text alternative and their tooltip.

export function BadgeMark() {
  return (
    <Mark name="pin" label="On the badge">
      <path
        fill="currentColor"
        d="M7.6.9 11.1 4.4 8.9 5.6 7.8 8.9 3.1 4.2 6.4 3.1zM4.6 6.6.9 11.1 5.4 7.4z"
      />
    </Mark>
  );
}

/** @param note when it opens again, in words; may be empty */
export function ClosedMark({ note }: { note: string }) {
  return (
    <Mark name="moon" label={note === '' ? 'Market closed' : `Market closed, ${note}`}>
      <path fill="currentColor" d="M10.5 7.3A4.8 4.8 0 0 1 4.7 1.5 4.8 4.8 0 1 0 10.5 7.3Z" />
    </Mark>
  );
}

export function StaleMark() {
  return (
    <Mark name="clock" label="Stale">
      <g fill="none" stroke="currentColor" strokeWidth="1.4" strokeLinecap="round">
        <circle cx="6" cy="6" r="4.6" />
        <path d="M6 3.4V6l1.7 1.2" />
      </g>
    </Mark>
  );
}

function Mark({ name, label, children }: { name: string; label: string; children: ReactNode }) {
  return (
    <svg
      className={`mark ${name}`}
      width="12"
      height="12"
      viewBox="0 0 12 12"
      role="img"
      aria-label={label}
    >
      <title>{label}</title>
      {children}
    </svg>
  );
}
