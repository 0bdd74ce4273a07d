import type { ReceivedUpdate } from '../intake/updates.ts';

/** An event in the worker. The parts emit it; only `wiring.ts` listens. */
interface WorkerEvent<Args extends unknown[]> {
  emit: (...args: Args) => void;
  /** Resolves when all listeners are done. */
  emitAndWait: (...args: Args) => Promise<void>;
  listen: (listener: (...args: Args) => unknown) => void;
}

export type WorkerEvents = ReturnType<typeof createEvents>;

export function createEvents() {
  return {
    /** The toolbar may need an update. */
    viewChanged: createEvent(),
    alertItemsChanged: createEvent(),
    trustSettingsChanged: createEvent(),
    /** The trusted signers changed. */
    trustChanged: createEvent(),
    /** A page was opened, or the last one was closed. */
    presenceChanged: createEvent(),
    /** A price came near the level of an alert, or none is near any more. */
    alertReachChanged: createEvent(),
    /** Alerts must check an absence. */
    absenceFound: createEvent(),
    /** The stream should change between lean and full. */
    leanChanged: createEvent(),
    /** The local clock was stepped. */
    clockStepped: createEvent<[stepMs: number]>(),
    /** The intake stored something; `changed` has the ids of changed feeds. */
    pricesStored: createEvent<[changed: readonly string[]]>(),
    /** A service sent only prices that cannot be verified, without the user's consent. */
    unverifiedRefused: createEvent<[serviceId: string]>(),
    /** The intake has handled an update. */
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
