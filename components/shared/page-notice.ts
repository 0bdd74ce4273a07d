import { useSyncExternalStore } from 'react';
import type { Notice } from './hooks/notice.ts';

// Outlives the view that showed it: a form closes as soon as its alert is stored.
let current: Notice | null = null;
const listeners = new Set<() => void>();

/** Shows a notice about the last action over whatever view the page shows; `null` removes it. */
export function showPageNotice(notice: Notice | null): void {
  current = notice;
  for (const listener of listeners) listener();
}

/** Undoes what the notice is about. Returns whether it offers that. */
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
