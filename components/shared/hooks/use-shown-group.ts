import { groups, listView } from '@/lib/storage/values/view.ts';
import type { Group } from '@/lib/domain/watchlist/view.ts';
import { useStored } from './use-stored.ts';

/** The selected tab's group; `null`: all. */
export function useShownGroup(): Group | null {
  const list = useStored(groups);
  const view = useStored(listView);
  return list?.find(({ id }) => id === view?.groupId) ?? null;
}
