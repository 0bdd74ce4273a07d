import type { UnixMilliseconds } from '../../base/units.ts';
import { SaveError } from '../../base/save-error.ts';
import { fileName } from './file-name.ts';
import { textFile, type ExportFile } from './files.ts';
import { readWatchlist } from './watchlist-snapshot.ts';
import { watchlistCsv, watchlistJson } from './watchlist-table.ts';

/**
 * The watchlist (the selected group) with its latest prices, as a table.
 *
 * @throws SaveError if it is empty
 */
export async function watchlistFile(
  format: 'csv' | 'json',
  nowMs: UnixMilliseconds,
): Promise<ExportFile> {
  const snapshot = await readWatchlist(nowMs);
  if (snapshot.feeds.length === 0) {
    throw new SaveError('noFeeds');
  }
  const name = fileName({
    subject: snapshot.group ?? 'watchlist',
    what: 'prices',
    atMs: nowMs,
    extension: format,
  });
  const text = format === 'csv' ? watchlistCsv(snapshot) : watchlistJson(snapshot);
  return textFile(name, text, format);
}
