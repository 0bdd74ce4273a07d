import { useMemo } from 'react';
import { singleKeys } from '@/lib/storage/values/view.ts';
import { withoutSingleKeys, type Shortcuts } from '../shortcuts.ts';
import { useStored } from './use-stored.ts';

/** Leaves out single letters and signs if the user turned them off. */
export function useEnabledShortcuts<T extends Shortcuts>(
  shortcuts: T,
): Readonly<Record<keyof T, readonly string[]>> {
  const isOn = useStored(singleKeys) ?? singleKeys.fallback;
  return useMemo(() => (isOn ? shortcuts : withoutSingleKeys(shortcuts)), [isOn, shortcuts]);
}
