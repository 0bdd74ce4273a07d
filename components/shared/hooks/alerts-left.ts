import { t } from '@/lib/base/locale/t.ts';
import type { FeedId } from '@/lib/base/units.ts';
import type { Notice } from './notice.ts';

/** Texts about a removed feed, with the number of its alerts. */
export interface Removal {
  text: string;
  askAboutAlerts: (count: number) => string;
  alertsDeleted: (count: number) => string;
  undo: () => Promise<unknown>;
}

/** For a feed removed without a replacement. */
export function plainRemoval(name: string, undo: () => Promise<unknown>): Removal {
  return {
    text: t('popup.notice.removed', { name }),
    askAboutAlerts: (count) => t('popup.notice.removedKeepAlerts', { name, count }),
    alertsDeleted: (count) => t('popup.notice.removedWithAlerts', { name, count }),
    undo,
  };
}

interface Removed extends Removal {
  feedId: FeedId;
  show: (notice: Notice | null) => void;
}

/** Asks what to do with a removed feed's alerts; `null` if it has none. */
export async function questionOfAlerts(removed: Removed): Promise<Notice | null> {
  const { feedId, undo, show } = removed;
  // Loaded on demand, so that the watchlist paints without the alert code.
  const { alertsOfFeed, removeAlerts, restoreAlerts } =
    await import('@/lib/pages/alerts/alert-actions.ts');
  const ids = (await alertsOfFeed(feedId)).map((rule) => rule.id);
  if (ids.length === 0) return null;

  const deleteAlerts = async (): Promise<void> => {
    const deleted = await removeAlerts(ids);
    show({
      text: removed.alertsDeleted(ids.length),
      undo: async () => {
        await undo();
        await restoreAlerts(deleted);
      },
    });
  };
  return {
    text: removed.askAboutAlerts(ids.length),
    undo,
    answers: [
      { label: t('common.keepButton'), choose: async () => show(null) },
      { label: t('common.deleteButton'), choose: deleteAlerts },
    ],
  };
}
