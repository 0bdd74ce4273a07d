import { Fragment, type ReactNode } from 'react';
import { splitMessage, type MessageKey } from '@/lib/base/locale/t.ts';

type MessageProps<K extends MessageKey> = {
  of: K;
  values: { [name in keyof LocaleMessages[K]]: name extends 'count' ? number : ReactNode };
};

/** A message with elements at its placeholders, such as a link. */
export function Message<K extends MessageKey>({ of, values }: MessageProps<K>) {
  return splitMessage(of, values as Record<string, ReactNode>).map((part, index) => (
    // oxlint-disable-next-line react/no-array-index-key -- parts never move
    <Fragment key={index}>{part}</Fragment>
  ));
}
