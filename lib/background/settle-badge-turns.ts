import { losesTurns } from '../domain/watchlist/badge.ts';
import { withLock } from '../storage/lock.ts';
import { readItems, writeItems } from '../storage/read-ahead.ts';
import { badgeView } from '../storage/values/badge.ts';
import { removedSettings } from '../storage/values/news.ts';

/** Has the news tell which turns on the badge are gone since version 0.2.0, once. */
export async function settleBadgeTurns(): Promise<void> {
  // Without a lock, so that a start with nothing to settle reads nothing twice.
  if (!losesTurns(await readRaw())) return;
  await withLock(badgeView.key, async () => {
    const raw = await readRaw();
    if (!losesTurns(raw)) return;
    // First, because what the user is told twice is better than what nobody tells.
    await removedSettings.update((known) => [...known, { what: 'badgeTurns', values: {} }]);
    await writeItems('local', badgeView.entry(badgeView.parse(raw)));
  });
}

async function readRaw(): Promise<unknown> {
  const { [badgeView.key]: raw } = await readItems('local', [badgeView.key]);
  return raw;
}
