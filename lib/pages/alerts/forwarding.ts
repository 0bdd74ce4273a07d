import type { Receiver } from '../../domain/forwarding/receiver.ts';
import { outbox, receiver } from '../../storage/values/forwarding.ts';
import { requestForwarding } from '../connection/access.ts';

/** Drops notifications still waiting for the previous receiver. */
export async function setReceiver(next: Receiver): Promise<void> {
  await outbox.setValue([]);
  await receiver.setValue(next);
}

/**
 * Asks the browser for access to the address and turns on forwarding. Call it in the handler of a
 * user action, before any await. Resolves with `false` if the user refuses.
 */
export async function turnOnReceiver(next: Receiver): Promise<boolean> {
  if (!(await requestForwarding(next.address))) return false;
  await setReceiver(next);
  return true;
}
