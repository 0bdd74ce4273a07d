import { t } from '@/lib/base/locale/t.ts';
import type { FeedId } from '@/lib/base/units.ts';
import { showPageNotice, type Notice } from '../page-notice.ts';

interface Removed {
  feedId: FeedId;
  name: string;
  undo: () => Promise<unknown>;
}

/** Asks what to do with a removed feed's alerts; `null` if it has none. */
export async function questionOfAlerts(removed: Removed): Promise<Notice | null> {
  const { feedId, name, undo } = removed;
  // Loaded on demand, so that the watchlist paints without the alert code.
  const { alertsOfFeed, removeAlerts, restoreAlerts } =
    await import('@/lib/pages/alerts/alert-actions.ts');
  const ids = (await alertsOfFeed(feedId)).map((rule) => rule.id);
  const count = ids.length;
  if (count === 0) return null;

  const deleteAlerts = async (): Promise<void> => {
    const deleted = await removeAlerts(ids);
    showPageNotice({
      text: t('popup.notice.removedWithAlerts', { name, count }),
      undo: async () => {
        await undo();
        await restoreAlerts(deleted);
      },
    });
  };
  return {
    text: t('popup.notice.removedKeepAlerts', { name, count }),
    undo,
    answers: [
      { label: t('common.keepButton'), choose: async () => showPageNotice(null) },
      { label: t('common.deleteButton'), choose: deleteAlerts },
    ],
  };
}
