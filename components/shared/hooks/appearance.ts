import { useLayoutEffect } from 'react';
import { appearance } from '@/lib/storage/values/settings.ts';
import type { Appearance } from '@/lib/domain/settings.ts';
import { useStored } from './use-stored.ts';

export function applyAppearance({ theme, palette }: Appearance): void {
  const { dataset } = document.documentElement;
  if (theme === 'system') delete dataset['theme'];
  else dataset['theme'] = theme;
  if (palette === 'green-up') delete dataset['palette'];
  else dataset['palette'] = palette;
}

/** Applies the appearance settings, now and whenever they change. */
export function useAppearance(): void {
  const chosen = useStored(appearance);
  useLayoutEffect(() => {
    if (chosen) applyAppearance(chosen);
  }, [chosen]);
}
