import type { AlertEvent } from '@/lib/alerts/model/event.ts';
import { eventMessage } from '@/lib/alerts/text/event-words.ts';
import { Message } from '../shared/message.tsx';

/** What happened, with the feed's name in bold. */
export function EventText({ what, name }: { what: AlertEvent; name: string }) {
  const { key, values } = eventMessage(what);
  return <Message of={key} values={{ ...values, name: <b dir="auto">{name}</b> }} />;
}
