// Making a formatter costs more than a hundred uses of it.
const today = lazily({ hour: 'numeric', minute: '2-digit' });
const otherDay = lazily({ day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit' });
const otherYear = lazily({
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
});

/** A moment (unix milliseconds) in the reader's own time: `14:05`, on another day with its date. */
export function timeWords(at: number, nowMs: number = Date.now()): string {
  const [then, now] = [new Date(at), new Date(nowMs)];
  if (then.getFullYear() !== now.getFullYear()) return otherYear().format(then);
  return (then.toDateString() === now.toDateString() ? today : otherDay)().format(then);
}

function lazily(options: Intl.DateTimeFormatOptions): () => Intl.DateTimeFormat {
  let format: Intl.DateTimeFormat | undefined;
  return () => (format ??= new Intl.DateTimeFormat(undefined, options));
}
