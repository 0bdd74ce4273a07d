import type { ConnectionState } from '../storage/connection.ts';

/** The connection's state in a word, the same wherever it is told. */
export const STATE_WORDS: Record<ConnectionState['state'], string> = {
  live: 'Live',
  polling: 'Polling',
  connecting: 'Connecting',
  offline: 'Offline',
  stopped: 'Stopped',
};
