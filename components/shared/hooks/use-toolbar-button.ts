import { readToolbarButton, type ToolbarButton } from '@/lib/pages/toolbar-button.ts';
import { useRead } from './use-read.ts';

const REFRESH_MS = 1_000;

/** The toolbar button as the browser shows it now. */
export function useToolbarButton(): ToolbarButton | undefined {
  return useRead('', readToolbarButton, everySecond);
}

/** Browsers do not announce changes of the button. */
function everySecond(onChange: () => void): () => void {
  const timer = setInterval(() => {
    if (document.visibilityState === 'visible') onChange();
  }, REFRESH_MS);
  return () => clearInterval(timer);
}
