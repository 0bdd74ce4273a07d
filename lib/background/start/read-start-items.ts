import { readAhead } from '../../storage/read-ahead.ts';
import { itemsFor } from '../../storage/table.ts';

/** Reads what every start of the worker needs, in one step per storage area. */
export function readStartItems(): void {
  // Not the catalog and the journal, which are large, nor what is only read under a lock.
  readAhead(
    'local',
    itemsFor('workerStart').map(({ key }) => key),
  );
  // All: the keys of the prices are known only once the watchlist is read.
  readAhead('session', null);
}
