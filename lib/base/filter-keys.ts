/** The entries whose keys pass the test; the record itself if all keys pass. */
export function filterKeys<T>(
  record: Readonly<Record<string, T>>,
  isKept: (key: string) => boolean,
): Readonly<Record<string, T>> {
  const entries = Object.entries(record);
  const kept = entries.filter(([key]) => isKept(key));
  return kept.length === entries.length ? record : Object.fromEntries(kept);
}
