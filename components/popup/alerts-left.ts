/** Alerts that wait for a feed which is no longer followed; `null`: none. */
export async function readAlertsLeft(feedId: string) {
  // With the first removal only: the watchlist paints without any code of alerts.
  const { alertsOfFeed, removeAlerts, restoreAlerts } = await import('@/lib/alert-actions.ts');
  const ids = (await alertsOfFeed(feedId)).map((rule) => rule.id);
  if (ids.length === 0) return null;
  return {
    words: ids.length === 1 ? 'alert' : `${ids.length} alerts`,
    /** Returns how to take it back. */
    remove: async (): Promise<() => Promise<void>> => {
      const removed = await removeAlerts(ids);
      return () => restoreAlerts(removed);
    },
  };
}
