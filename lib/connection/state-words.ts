import type { ConnectionState } from '../storage/connection.ts';

/** The label of each connection state, the same everywhere in the interface. */
export const STATE_WORDS: Record<ConnectionState['state'], string> = {
  live: 'Live',
  polling: 'Polling',
  connecting: 'Connecting',
  offline: 'Offline',
  stopped: 'Stopped',
};
