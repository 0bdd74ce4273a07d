import { Accessibility, defaultPreset, type Draggable } from '@dnd-kit/dom';
import { RestrictToVerticalAxis } from '@dnd-kit/abstract/modifiers';
import { DragDropProvider, type DragDropEventHandlers } from '@dnd-kit/react';
import { isSortable, useSortable } from '@dnd-kit/react/sortable';
import { useDeferredValue, useEffect, useMemo } from 'react';
import { moveFeed } from '@/lib/watchlist/feed-order.ts';

interface ReorderingProps {
  ids: readonly string[];
  groupId: string | null;
  /** The element that holds the rows. */
  list: HTMLElement;
  /** The press that waits for the library, if it still holds. */
  takePress: () => PointerEvent | null;
}

type DragEnd = NonNullable<DragDropEventHandlers['onDragEnd']>;

const SILENT = defaultPreset.plugins.filter((each) => each !== Accessibility);
const MODIFIERS = [RestrictToVerticalAxis];

/** Shows nothing: makes the rows that are there movable, by pointer and by keyboard. */
export default function Reordering({ ids, groupId, list, takePress }: ReorderingProps) {
  const spoken = useMemo(() => {
    const words = wordsFor((id) => rowOf(list, id)?.ariaLabel ?? '');
    return [...SILENT, Accessibility.configure(words)];
  }, [list]);

  // What speaks looks at all rows whenever one is added: it comes when all of them are there.
  const isReady = useDeferredValue(true, false);

  // After the rows' own effects, by which they have become movable.
  useEffect(() => {
    const press = takePress();
    if (press?.target instanceof Element) press.target.dispatchEvent(copyOf(press));
  }, [takePress]);

  const finish: DragEnd = ({ operation: { source }, canceled }) => {
    if (canceled || !isSortable(source)) return;
    const id = String(source.id);
    const others = ids.filter((other) => other !== id);
    void moveFeed(id, others[source.sortable.index] ?? null, groupId);
  };

  return (
    <DragDropProvider plugins={isReady ? spoken : SILENT} modifiers={MODIFIERS} onDragEnd={finish}>
      {ids.map((id, index) => (
        <MovableRow key={id} id={id} index={index} list={list} />
      ))}
    </DragDropProvider>
  );
}

function MovableRow({ id, index, list }: { id: string; index: number; list: HTMLElement }) {
  // Looked up when it is used: a row that was just added is not in the document yet.
  const { element, handle } = useMemo(
    () => ({
      element: elementRef(() => rowOf(list, id)),
      handle: elementRef(() => rowOf(list, id)?.querySelector('.handle') ?? null),
    }),
    [list, id],
  );
  useSortable({ id, index, element, handle });
  return null;
}

function elementRef(find: () => Element | null): { readonly current: Element | null } {
  let known: Element | null = null;
  return {
    get current() {
      if (!known?.isConnected) known = find();
      return known;
    },
  };
}

function rowOf(list: HTMLElement, id: string): Element | null {
  // Feed ids are hex digits: nothing in them needs escaping. Not the copy that holds the place.
  return list.querySelector(`li[data-id="${id}"]:not([data-dnd-placeholder])`);
}

function copyOf(press: PointerEvent): PointerEvent {
  const { clientX, clientY, button, pointerId, pointerType, isPrimary } = press;
  const place = { clientX, clientY, button, pointerId, pointerType, isPrimary };
  return new PointerEvent('pointerdown', { ...place, bubbles: false, cancelable: true });
}

type Words = NonNullable<ConstructorParameters<typeof Accessibility>[1]>;

function wordsFor(nameOf: (id: string) => string): Words {
  const name = (id: string | number): string => nameOf(String(id));
  return {
    debounce: 100,
    screenReaderInstructions: {
      draggable:
        'Press Space to pick the row up, the arrow keys to move it, Space to put it down, Escape to leave it where it was.',
    },
    announcements: {
      dragstart: ({ operation: { source } }) =>
        source ? `${name(source.id)} picked up.` : undefined,
      dragmove: ({ operation: { source } }) => placeOf(source, 'is at'),
      dragend: ({ operation: { source }, canceled }) =>
        canceled && source ? `${name(source.id)} stays where it was.` : placeOf(source, 'is now'),
    },
  };

  function placeOf(source: Draggable | null, verb: string): string | undefined {
    if (!isSortable(source)) return undefined;
    return `${name(source.id)} ${verb} place ${source.sortable.index + 1}.`;
  }
}
