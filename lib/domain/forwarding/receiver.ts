import { z } from '../../base/zod.ts';
import { isLoopback } from '../connection/base-url.ts';

/** Services with a message format of their own; `json` is for any other service. */
export const RECEIVER_KINDS = ['ntfy', 'slack', 'discord', 'telegram', 'json'] as const;

export const receiverSchema = z.object({
  isOn: z.boolean(),
  kind: z.enum(RECEIVER_KINDS),
  /** A secret: anyone who knows the address can send messages to it. */
  address: z.string().check(z.maxLength(2_000)),
  /** Used only for Telegram, which has several chats at one address. */
  chat: z.string().check(z.maxLength(100)),
});

/** Where notifications are sent besides this computer. */
export type Receiver = z.infer<typeof receiverSchema>;
export type ReceiverKind = Receiver['kind'];

export const NO_RECEIVER: Receiver = { isOn: false, kind: 'ntfy', address: '', chat: '' };

export type AddressProblem = 'invalid' | 'credentials' | 'chat';

/**
 * `null` if the address can be used. A question mark is allowed, because some services put a token
 * after it.
 */
export function addressProblem({ kind, address, chat }: Receiver): AddressProblem | null {
  const url = URL.parse(address);
  if (!url || !/^https?:$/.test(url.protocol)) return 'invalid';
  if (url.username !== '' || url.password !== '') return 'credentials';
  // The topic is the last segment of the path.
  if (kind === 'ntfy' && topicOf(url) === '') return 'invalid';
  return kind === 'telegram' && chat === '' ? 'chat' : null;
}

/** Whether the address is plain `http:` to another computer, which the user must confirm. */
export function isUnencrypted(address: string): boolean {
  const url = URL.parse(address);
  return url?.protocol === 'http:' && !isLoopback(url.hostname);
}

/** The last segment of an ntfy address. */
export function topicOf({ pathname }: URL): string {
  return pathname.replace(/\/+$/, '').split('/').at(-1) ?? '';
}
