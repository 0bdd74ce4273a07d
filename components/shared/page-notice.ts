import { useSyncExternalStore } from 'react';
import type { Notice } from './hooks/notice.ts';

// Outlives the view that showed it: a form closes once its alert is stored.
let current: Notice | null = null;
const listeners = new Set<() => void>();

/** Shows a notice over any view; `null` removes it. */
export function showPageNotice(notice: Notice | null): void {
  current = notice;
  for (const listener of listeners) listener();
}

/** Undoes the notice's action. Returns whether the notice offers undo. */
export function undoPageNotice(): boolean {
  const undo = current?.undo;
  if (!undo) return false;
  showPageNotice(null);
  void undo();
  return true;
}

export function usePageNotice(): Notice | null {
  return useSyncExternalStore(subscribe, () => current);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
