import { useEffect, useEffectEvent, useState } from 'react';

/** A message about the last action. */
export interface Notice {
  text: string;
  undo: (() => Promise<unknown>) | null;
  /** Choices for the question in `text`. The notice stays until the user chooses one. */
  answers?: readonly { label: string; choose: () => Promise<void> }[];
}

const SHOW = 'show-notice';
const UNDO = 'undo-notice';

interface Shown {
  notice: Notice | null;
  replacing: Notice | undefined;
}

/**
 * Shows a notice over any view, and after it: a form closes once its alert is stored. `null` removes
 * it. @param replacing only while this one is shown
 */
export function showPageNotice(notice: Notice | null, replacing?: Notice): void {
  dispatchEvent(new CustomEvent<Shown>(SHOW, { detail: { notice, replacing } }));
}

/** Undoes the notice's action. Returns whether the notice offers undo. */
export function undoPageNotice(): boolean {
  return !dispatchEvent(new Event(UNDO, { cancelable: true }));
}

/** The notice to show: for the page's toast. */
export function usePageNotice(): Notice | null {
  const [shown, setShown] = useState<Notice | null>(null);
  const undoShown = useEffectEvent((event: Event): void => {
    if (!shown?.undo) return;
    event.preventDefault();
    setShown(null);
    void shown.undo();
  });
  useEffect(() => {
    const show = (event: Event): void => {
      if (!(event instanceof CustomEvent)) return;
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only `showPageNotice` sends it
      const { notice, replacing } = event.detail as Shown;
      setShown((now) => (replacing === undefined || now === replacing ? notice : now));
    };
    const undo = (event: Event): void => undoShown(event);
    addEventListener(SHOW, show);
    addEventListener(UNDO, undo);
    return () => {
      removeEventListener(SHOW, show);
      removeEventListener(UNDO, undo);
    };
  }, []);
  return shown;
}
