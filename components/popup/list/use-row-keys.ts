import { useEffect, useRef, type KeyboardEvent } from 'react';
import { afterFrame } from '../../shared/hooks/after-paint.ts';
import { useEnabledShortcuts } from '../../shared/hooks/use-enabled-shortcuts.ts';
import { ariaShortcuts, ROW_SHORTCUTS } from '../../shared/shortcuts.ts';
import type { RowKeys } from './row-keys.ts';

/** Handles keys in rows, with code loaded after the first paint. */
export function useRowKeys(options: Omit<RowKeys, 'shortcuts'>) {
  const shortcuts = useEnabledShortcuts(ROW_SHORTCUTS);
  const module = useRef<typeof import('./row-keys.ts')>(null);
  useEffect(
    () =>
      afterFrame(() => {
        void import('./row-keys.ts').then((loaded) => {
          module.current = loaded;
        });
      }),
    [],
  );
  const { newAlert, badge, remove, menu } = shortcuts;
  return {
    onKeyDown: (event: KeyboardEvent<HTMLElement>) =>
      module.current?.handleRowKey(event, { ...options, shortcuts }),
    /** The enabled row shortcuts, as in `aria-keyshortcuts`. */
    shown: ariaShortcuts(newAlert, badge, remove, menu),
  };
}
