import { isDeepEqual } from '../../base/deep-equal.ts';
import { connectionState } from '../../storage/values/connection.ts';
import type { ConnectionState } from '../../domain/connection/state.ts';

export type ConnectionReport = ReturnType<typeof createConnectionReport>;

export function createConnectionReport(onNews: (state: ConnectionState) => void) {
  let state: ConnectionState | undefined;
  return {
    /** An earlier worker may have reported the state. */
    load: async () => (state ??= await connectionState.getValue()),
    /** Missing details become `null`. */
    async set(
      name: ConnectionState['state'],
      details: Partial<Omit<ConnectionState, 'state'>> = {},
    ): Promise<void> {
      const next = { reason: null, remedy: null, nextAttemptAt: null, ...details, state: name };
      if (isDeepEqual(state, next)) return;
      if (state?.state !== name || !isDeepEqual(state.reason, next.reason)) onNews(next);
      state = next;
      await connectionState
        .setValue(next)
        .catch(() => console.warn('The connection state could not be stored.'));
    },
  };
}
