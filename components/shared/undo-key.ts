/** Whether these keys undo the last action: not in a field, whose own text they change. */
export function isUndoKey(
  event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'target'>,
): boolean {
  if (event.key !== 'z' || !(event.ctrlKey || event.metaKey) || event.shiftKey) return false;
  return !(event.target instanceof HTMLInputElement);
}
