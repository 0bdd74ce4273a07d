import type { UnixSeconds } from '../../base/units.ts';
import type { UpdateProof } from './verified.ts';

type Timed = { publishTime: UnixSeconds; proof: UpdateProof };

/** By feed id. Equal times: the newest slot. */
export function newestById<Message extends Timed & { id: string }>(
  messages: readonly Message[],
): Map<string, Message> {
  const byId = new Map<string, Message>();
  for (const message of messages) {
    byId.set(message.id, newer(byId.get(message.id) ?? null, message));
  }
  return byId;
}

/** Equal times: the newest slot. */
export function newestOf<Message extends Timed>(messages: readonly Message[]): Message | null {
  return messages.reduce<Message | null>(newer, null);
}

function newer<Message extends Timed>(known: Message | null, other: Message): Message {
  if (known === null) return other;
  const later =
    other.publishTime - known.publishTime || Number(other.proof.slot - known.proof.slot);
  return later > 0 ? other : known;
}
