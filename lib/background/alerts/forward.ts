import { coalesce } from '../../base/coalesce.ts';
import type { NotificationText } from '../../domain/alerts/text/notification-words.ts';
import * as box from '../../domain/forwarding/outbox.ts';
import { postOf, type PhoneMessage } from '../../domain/forwarding/post.ts';
import type { Receiver } from '../../domain/forwarding/receiver.ts';
import { outbox, receiver } from '../../storage/values/forwarding.ts';
import type { Replaced } from './notifications.ts';

const TIMEOUT_MS = 10_000;

export type Forwarding = ReturnType<typeof createForwarding>;

/** Sends notifications to the user's own address as well. */
export function createForwarding() {
  let timer: ReturnType<typeof setTimeout> | undefined;

  const run = coalesce(async () => {
    clearTimeout(timer);
    const to = await receiver.getValue();
    if (!to.isOn) return;
    for (;;) {
      const entry = box.dueIn(await outbox.getValue(), Date.now());
      if (!entry) break;
      await sendOnce(to, entry);
    }
    const nextAt = box.nextAttemptAt(await outbox.getValue());
    if (nextAt !== null) timer = setTimeout(() => void run(), Math.max(0, nextAt - Date.now()));
  });

  return {
    /** Stores a notification before it is shown, so that a worker that dies does not lose it. */
    async add(text: NotificationText, replaced?: Replaced): Promise<void> {
      if (!(await receiver.getValue()).isOn) return;
      const update = replaced && { earlierId: replaced.id, news: messageOf(replaced.news) };
      await outbox.update((known) => box.added(known, messageOf(text), Date.now(), update));
      void run();
    },
    /** Sends what is due. Call it at any time. */
    run,
  };
}

const messageOf = ({ id, title, message }: NotificationText): PhoneMessage => ({
  id,
  title,
  text: message,
});

async function sendOnce(to: Receiver, { id, title, text }: PhoneMessage): Promise<void> {
  const failure = await post(to, { id, title, text });
  await outbox.update((known) =>
    failure ? box.failed(known, id, { ...failure, now: Date.now() }) : box.sent(known, id),
  );
}

type Failure = { problem: box.SendProblem; retryAfterMs?: number };

/** Returns `null` on success. Never follows a redirect: the address is a secret. */
async function post(to: Receiver, message: PhoneMessage): Promise<Failure | null> {
  const { url, body, contentType } = postOf(to, message);
  try {
    const response = await fetch(url, {
      method: 'POST',
      body,
      headers: { 'content-type': contentType },
      redirect: 'error',
      credentials: 'omit',
      cache: 'no-store',
      referrerPolicy: 'no-referrer',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await response.body?.cancel();
    if (response.ok) return null;
    const seconds = Number(response.headers.get('retry-after'));
    return {
      problem: { code: 'status', status: response.status },
      ...(seconds > 0 && { retryAfterMs: seconds * 1_000 }),
    };
  } catch {
    // The error text may contain the address.
    return { problem: { code: 'unreachable' } };
  }
}
