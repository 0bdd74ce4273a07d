import { Accessibility, defaultPreset } from '@dnd-kit/dom';
import { RestrictToVerticalAxis } from '@dnd-kit/abstract/modifiers';
import { DragDropProvider, type DragDropEventHandlers } from '@dnd-kit/react';
import { isSortable, useSortable } from '@dnd-kit/react/sortable';
import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import { isDeepEqual } from '@/lib/base/deep-equal.ts';
import { formatCount } from '@/lib/base/locale/format.ts';
import { t } from '@/lib/base/locale/t.ts';

export interface Moves {
  /** Ids in the displayed order. */
  ids: readonly string[];
  /** Read out by screen readers. */
  instructions: string;
  /** @param index counted from 0 */
  onMove: (id: string, index: number) => void;
  /**
   * For a long list, which is only partly in the document: shows another order while a row is
   * moved; `null` restores the list's own. In other lists, elements change places without React.
   */
  onDrag?: ((id: string, ids: readonly string[] | null) => void) | undefined;
}

interface ReorderingProps extends Moves {
  /** The element that contains the rows. */
  list: HTMLElement;
  /** Returns a press from before the library was loaded, if it has not ended. */
  takePress: () => PointerEvent | null;
}

type DragOver = NonNullable<DragDropEventHandlers['onDragOver']>;
type DragEnd = NonNullable<DragDropEventHandlers['onDragEnd']>;

const WITHOUT_ANNOUNCEMENTS = defaultPreset.plugins.filter((each) => each !== Accessibility);
const MODIFIERS = [RestrictToVerticalAxis];

/** Renders nothing; makes existing rows movable. */
export default function Reordering(props: ReorderingProps) {
  const { ids, instructions, onMove, onDrag, list, takePress } = props;
  const total = ids.length;
  const withAnnouncements = useMemo(() => {
    const nameOf = (id: string): string => rowOf(list, id)?.ariaLabel ?? '';
    const words = wordsFor({ instructions, total }, nameOf);
    return [...WITHOUT_ANNOUNCEMENTS, Accessibility.configure(words)];
  }, [list, instructions, total]);

  // The announcement plugin visits all rows whenever one is added, so enable it last.
  const isReady = useDeferredValue(true, false);

  const shown = useShownRows(list);

  // Runs after the rows' own effects, which make them movable.
  useEffect(() => {
    const press = takePress();
    if (press?.target instanceof Element) press.target.dispatchEvent(copyOf(press));
  }, [takePress]);

  const dragOver: DragOver = (event) => {
    const { source, target } = event.operation;
    if (!onDrag || !source || !target) return;
    event.preventDefault();
    const [id, to] = [String(source.id), String(target.id)];
    if (id !== to) onDrag(id, moved(ids, id, to));
  };

  const finish: DragEnd = ({ operation: { source }, canceled }) => {
    if (!isSortable(source)) return;
    if (canceled) onDrag?.(String(source.id), null);
    else onMove(String(source.id), source.sortable.index);
  };

  return (
    <DragDropProvider
      plugins={isReady ? withAnnouncements : WITHOUT_ANNOUNCEMENTS}
      modifiers={MODIFIERS}
      onDragStart={({ operation: { source } }) => onDrag?.(String(source?.id), ids)}
      onDragOver={dragOver}
      onDragEnd={finish}
    >
      {ids.map(
        (id, index) => shown.has(id) && <MovableRow key={id} id={id} index={index} list={list} />,
      )}
    </DragDropProvider>
  );
}

/** Ids of the rows in the document. */
function useShownRows(list: HTMLElement): ReadonlySet<string | undefined> {
  const [shown, setShown] = useState(() => rowIds(list));
  useEffect(() => {
    const observer = new MutationObserver(() =>
      setShown((before) => {
        const now = rowIds(list);
        return isDeepEqual([...before], [...now]) ? before : now;
      }),
    );
    const parent = list.querySelector('li')?.parentElement;
    if (parent) observer.observe(parent, { childList: true });
    return () => observer.disconnect();
  }, [list]);
  return shown;
}

function rowIds(list: HTMLElement): ReadonlySet<string | undefined> {
  return new Set(
    [...list.querySelectorAll<HTMLElement>('li[data-id]')].map(({ dataset }) => dataset['id']),
  );
}

/** Moves one id to another's position. */
function moved(ids: readonly string[], id: string, to: string): readonly string[] {
  return ids.filter((each) => each !== id).toSpliced(ids.indexOf(to), 0, id);
}

function MovableRow({ id, index, list }: { id: string; index: number; list: HTMLElement }) {
  // A new row is not in the document yet.
  const { element, handle } = useMemo(
    () => ({
      element: elementRef(() => rowOf(list, id)),
      handle: elementRef(() => rowOf(list, id)?.querySelector('[data-part="handle"]') ?? null),
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
  // Skip a dragged row's placeholder.
  return list.querySelector(`li[data-id="${CSS.escape(id)}"]:not([data-dnd-placeholder])`);
}

function copyOf(press: PointerEvent): PointerEvent {
  const { clientX, clientY, button, pointerId, pointerType, isPrimary } = press;
  const place = { clientX, clientY, button, pointerId, pointerType, isPrimary };
  return new PointerEvent('pointerdown', { ...place, bubbles: false, cancelable: true });
}

function placeOf({ sortable }: { sortable: { index: number } }): string {
  return formatCount(sortable.index + 1);
}

type Words = NonNullable<ConstructorParameters<typeof Accessibility>[1]>;

function wordsFor(
  { instructions, total }: { instructions: string; total: number },
  nameOf: (id: string) => string,
): Words {
  const name = (id: string | number): string => nameOf(String(id));
  return {
    debounce: 100,
    screenReaderInstructions: { draggable: instructions },
    announcements: {
      dragstart: ({ operation: { source } }) =>
        source ? t('row.reorder.pickedUp', { name: name(source.id) }) : undefined,
      dragmove: ({ operation: { source } }) =>
        isSortable(source)
          ? t('row.reorder.over', { name: name(source.id), position: placeOf(source) })
          : undefined,
      dragend: ({ operation: { source }, canceled }) => {
        if (canceled && source) return t('row.reorder.canceled', { name: name(source.id) });
        if (!isSortable(source)) return undefined;
        const values = { place: placeOf(source), total: formatCount(total) };
        return t('popup.notice.moved', { name: name(source.id), ...values });
      },
    },
  };
}
