import { connectionState } from '@/lib/storage/values/connection.ts';
import { useStored } from '../shared/hooks/use-stored.ts';

/** Whether prices arrive. */
export function useConnected(): boolean {
  const state = useStored(connectionState)?.state;
  return state === 'live' || state === 'polling';
}

/** Whether the price service needs another access token. */
export function useRefused(): boolean {
  const connection = useStored(connectionState);
  return connection?.state === 'stopped' && connection.remedy === 'access-token';
}
