import type { AlertEvent } from '@/lib/domain/alerts/model/event.ts';
import { eventMessage } from '@/lib/domain/alerts/text/event-words.ts';
import type { FigureStyle } from '@/lib/domain/alerts/text/figure-style.ts';
import { Message } from '../shared/message.tsx';

interface EventTextProps {
  what: AlertEvent;
  name: string;
  style: FigureStyle;
}

export function EventText({ what, name, style }: EventTextProps) {
  const { key, values } = eventMessage(what, style);
  return <Message of={key} values={{ ...values, name: <b dir="auto">{name}</b> }} />;
}
