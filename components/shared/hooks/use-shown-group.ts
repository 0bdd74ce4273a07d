import { groups, listView } from '@/lib/storage/values/view.ts';
import type { Group } from '@/lib/domain/watchlist/view.ts';
import { useStored } from './use-stored.ts';

/** The selected tab's group; `null`: all. */
export function useShownGroup(): Group | null {
  const list = useStored(groups);
  const view = useStored(listView);
  return list?.find(({ id }) => id === view?.groupId) ?? null;
}

/** Selects a tab. @param groupId `null`: all */
export async function showGroup(groupId: string | null): Promise<void> {
  await listView.update((view) => (view.groupId === groupId ? view : { ...view, groupId }));
}
