/** Excludes keys pressed in a field, which undo changes to its text. */
export function isUndoKey(
  event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'target'>,
): boolean {
  if (event.key !== 'z' || !(event.ctrlKey || event.metaKey) || event.shiftKey) return false;
  return !(event.target instanceof HTMLInputElement);
}
