import { ensureFloorAlarm } from './floor-alarm.ts';
import { createEvents } from './start/events.ts';
import { createParts } from './start/parts.ts';
import { onTimePassed } from './start/periodic.ts';
import { resume } from './start/service-change.ts';
import { wire } from './start/wiring.ts';
import { provideSchemas } from '../storage/load-schemas.ts';
import { SCHEMAS } from '../storage/schemas.ts';

/**
 * Starts the background. Call it in the worker's first turn, at every start: all listeners are
 * registered before the first await, so that the event that woke the worker is not lost.
 */
export function startBackground(): void {
  provideSchemas(SCHEMAS);
  const events = createEvents();
  const parts = createParts(events);
  wire(events, parts);
  void ensureFloorAlarm();
  void parts.alerts.deliver();
  void resume(parts).then(() => onTimePassed(parts));
}
