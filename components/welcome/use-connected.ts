import { connectionState } from '@/lib/storage/connection.ts';
import { useStored } from '../hooks/use-stored.ts';

/** Whether prices arrive. */
export function useConnected(): boolean {
  const state = useStored(connectionState)?.state;
  return state === 'live' || state === 'polling';
}
