import { t } from '@/lib/base/locale/t.ts';
import type { Group } from '@/lib/domain/watchlist/view.ts';
import type { Moves } from '../../shared/reordering.tsx';

/** Settings for moving rows within a group, or within the whole watchlist. */
export function rowMoves(ids: readonly string[], group: Group | null): Moves {
  return {
    ids,
    instructions: t('row.reorder.instructions'),
    onMove: (id, index) => {
      const others = ids.filter((other) => other !== id);
      void moveRow(id, others[index] ?? null, group?.id ?? null);
    },
  };
}

async function moveRow(id: string, beforeId: string | null, groupId: string | null) {
  const { moveFeed } = await import('@/lib/pages/watchlist/watchlist.ts');
  await moveFeed(id, beforeId, groupId);
}
