import type { ReceivedUpdate } from '../intake/updates.ts';

/** Something that happens in the worker. The parts emit it; only `wiring.ts` listens. */
interface WorkerEvent<Args extends unknown[]> {
  emit: (...args: Args) => void;
  /** Resolves when all listeners are done. */
  emitAndWait: (...args: Args) => Promise<void>;
  listen: (listener: (...args: Args) => unknown) => void;
}

export type WorkerEvents = ReturnType<typeof createEvents>;

export function createEvents() {
  return {
    /** The toolbar may have to show something else. */
    viewChanged: createEvent(),
    alertItemsChanged: createEvent(),
    trustSettingsChanged: createEvent(),
    /** Other signers are trusted. */
    trustChanged: createEvent(),
    /** A page was opened, or the last one was closed. */
    presenceChanged: createEvent(),
    /** A price came near the level of an alert, or none is near any more. */
    alertReachChanged: createEvent(),
    /** Alerts have to look into an absence. */
    absenceFound: createEvent(),
    /** The stream should change between lean and full. */
    leanChanged: createEvent(),
    /** The local clock was set back by so many milliseconds (negative). */
    clockSetBack: createEvent<[stepMs: number]>(),
    /** A step of the intake stored something. With the ids of the changed feeds. */
    pricesStored: createEvent<[changed: readonly string[]]>(),
    /** A service sent only prices that cannot be verified, without the user's consent. */
    unverifiedRefused: createEvent<[serviceId: string]>(),
    /** The intake is done with an update. */
    updateHandled: createEvent<[ReceivedUpdate]>(),
  };
}

function createEvent<Args extends unknown[] = []>(): WorkerEvent<Args> {
  const listeners: Array<(...args: Args) => unknown> = [];
  const emitAndWait = async (...args: Args): Promise<void> => {
    await Promise.all(listeners.map((listener) => listener(...args)));
  };
  return {
    emit: (...args) => void emitAndWait(...args),
    emitAndWait,
    listen: (listener) => listeners.push(listener),
  };
}
