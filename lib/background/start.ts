import { endReadAhead, readAhead } from '../storage/read-ahead.ts';
import { ensureFloorAlarm } from './floor-alarm.ts';
import { settleGroupCurrencies } from './settle-group-currencies.ts';
import { createEvents } from './start/events.ts';
import { createParts } from './start/parts.ts';
import { resume } from './start/service-change.ts';
import { wire } from './start/wiring.ts';
import { itemsFor } from '../storage/table.ts';

/**
 * Starts the background. Call it in the worker's first turn, at every start: all listeners are
 * registered before the first await, so that the event that woke the worker is not lost.
 */
export function startBackground(): void {
  readStartItems();
  const events = createEvents();
  const parts = createParts(events);
  wire(events, parts);
  void ensureFloorAlarm();
  // If the storage is full, the next start tries again.
  void settleGroupCurrencies().catch(() => undefined);
  void resume(parts).finally(endReadAhead);
}

/** Reads what every start of the worker needs, in one step per storage area. */
function readStartItems(): void {
  // Leaves out the large catalog and journal, and values that are only read under a lock.
  readAhead(
    'local',
    itemsFor('workerStart').map(({ key }) => key),
  );
  // Reads all keys: the price keys are known only once the watchlist is read.
  readAhead('session', null);
}
