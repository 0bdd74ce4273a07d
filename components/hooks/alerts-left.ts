import type { FeedId } from '@/lib/units.ts';
import type { Notice } from './notice.ts';

interface Unfollowed {
  feedId: FeedId;
  /** Message about the removal, and the possessive for the remaining alerts, such as "its". */
  text: string;
  whose: string;
  undo: () => Promise<unknown>;
  show: (notice: Notice | null) => void;
}

/** Asks what to do with the alerts on a removed feed; `null` if it has none. */
export async function questionOfAlerts(unfollowed: Unfollowed): Promise<Notice | null> {
  const { feedId, text, whose, undo, show } = unfollowed;
  // Loaded on the first removal, so that the watchlist paints without the alert code.
  const { alertsOfFeed, removeAlerts, restoreAlerts } =
    await import('@/lib/alerts/store/alert-actions.ts');
  const ids = (await alertsOfFeed(feedId)).map((rule) => rule.id);
  if (ids.length === 0) return null;

  const words = `${whose} ${ids.length === 1 ? 'alert' : `${ids.length} alerts`}`;
  const removeThem = async (): Promise<void> => {
    const removed = await removeAlerts(ids);
    show({
      text: `${text}, ${words} deleted`,
      undo: async () => {
        await undo();
        await restoreAlerts(removed);
      },
    });
  };
  return {
    text: `${text}. Keep ${words}, paused?`,
    undo,
    answers: [
      { label: 'Keep', choose: async () => show(null) },
      { label: 'Delete', choose: removeThem },
    ],
  };
}
