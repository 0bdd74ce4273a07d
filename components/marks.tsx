import './icons.css';

// 12 px marks that stand for a word; the word is their text alternative and their tooltip.

export function BadgeMark() {
  return (
    <Mark
      name="pin"
      label="On the badge"
      path="M7.6.9 11.1 4.4 8.9 5.6 7.8 8.9 3.1 4.2 6.4 3.1zM4.6 6.6.9 11.1 5.4 7.4z"
    />
  );
}

/** @param note when it opens again, in words; may be empty */
export function ClosedMark({ note }: { note: string }) {
  return (
    <Mark
      name="moon"
      label={note === '' ? 'Market closed' : `Market closed, ${note}`}
      path="M10.5 7.3A4.8 4.8 0 0 1 4.7 1.5 4.8 4.8 0 1 0 10.5 7.3Z"
    />
  );
}

export function StaleMark() {
  return (
    <Mark
      name="clock"
      label="Stale"
      path="M10.6 6a4.6 4.6 0 1 1-9.2 0 4.6 4.6 0 0 1 9.2 0ZM6 3.4V6l1.7 1.2"
    />
  );
}

function Mark({ name, label, path }: { name: string; label: string; path: string }) {
  return (
    <svg className={`mark ${name}`} viewBox="0 0 12 12" role="img" aria-label={label}>
      <title>{label}</title>
      <path d={path} />
    </svg>
  );
}
