import { useEffect, useState } from 'react';
import { readToolbarButton, type ToolbarButton } from '@/lib/pages/toolbar-button.ts';

const REFRESH_MS = 1_000;

/**
 * The toolbar button as the browser shows it now; `null` until it is known. Browsers do not
 * announce changes, so the hook polls the button.
 */
export function useToolbarButton(): ToolbarButton | null {
  const [button, setButton] = useState<ToolbarButton | null>(null);
  useEffect(() => {
    const read = (): void => void readToolbarButton().then(setButton);
    read();
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') read();
    }, REFRESH_MS);
    return () => clearInterval(timer);
  }, []);
  return button;
}
