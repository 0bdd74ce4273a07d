import { settleGroupCurrencies } from './settle-group-currencies.ts';
import { createEvents } from './start/events.ts';
import { createParts } from './start/parts.ts';
import { resume } from './start/service-change.ts';
import { keepFloorAlarm, wire } from './start/wiring.ts';

/**
 * Starts the background. Call it in the worker's first turn, at every start: all listeners are
 * registered before the first await, so that the event that woke the worker is not lost.
 */
export function startBackground(): void {
  const events = createEvents();
  const parts = createParts(events);
  wire(events, parts);
  keepFloorAlarm(parts);
  // If the storage is full, the next start tries again.
  void settleGroupCurrencies().catch(() => undefined);
  void resume(parts);
}
