import { useLayoutEffect } from 'react';
import { appearance } from '@/lib/storage/values/settings.ts';
import type { Appearance } from '@/lib/domain/settings.ts';
import { useStored } from './use-stored.ts';

/** Applies a theme and palette to the page. */
export function applyAppearance({ theme, palette }: Appearance): void {
  const { dataset } = document.documentElement;
  if (theme === 'system') delete dataset['theme'];
  else dataset['theme'] = theme;
  if (palette === 'green-up') delete dataset['palette'];
  else dataset['palette'] = palette;
}

/** Applies the chosen theme and palette, and applies them again whenever they change. */
export function useAppearance(): void {
  const chosen = useStored(appearance);
  useLayoutEffect(() => {
    if (chosen) applyAppearance(chosen);
  }, [chosen]);
}
