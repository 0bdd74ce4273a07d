import { useSyncExternalStore } from 'react';

/** A message about the last action. */
export interface Notice {
  text: string;
  undo: (() => Promise<unknown>) | null;
  /** Choices for the question in `text`. The notice stays until the user chooses one. */
  answers?: readonly { label: string; choose: () => Promise<void> }[];
}

// Outlives the view that showed it: a form closes once its alert is stored.
let current: Notice | null = null;
const listeners = new Set<() => void>();

/** Shows a notice over any view; `null` removes it. */
export function showPageNotice(notice: Notice | null): void {
  current = notice;
  for (const listener of listeners) listener();
}

/** Whether no other notice has replaced this one. */
export function isPageNotice(notice: Notice): boolean {
  return current === notice;
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
