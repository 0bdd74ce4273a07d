import { useState } from 'react';
import { connectionState } from '@/lib/storage/values/connection.ts';
import { useStored } from '../shared/hooks/use-stored.ts';

/** Whether prices arrive. */
export function useConnected(): boolean {
  const state = useStored(connectionState)?.state;
  return state === 'live' || state === 'polling';
}

/**
 * Whether prices have arrived since the setup was shown. Each change of the watchlist ends the
 * stream for a moment, which must not turn “Finish” back into “Skip” under the pointer.
 */
export function useHasConnected(): boolean {
  const isConnected = useConnected();
  const [hasConnected, setHasConnected] = useState(isConnected);
  if (isConnected && !hasConnected) setHasConnected(true);
  return hasConnected;
}
