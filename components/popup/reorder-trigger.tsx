import {
  lazy,
  Suspense,
  useCallback,
  useRef,
  useState,
  type ReactNode,
  type SyntheticEvent,
} from 'react';

// Dragging is a library's work: it is loaded when a handle is first reached for.
const Reordering = lazy(() => import('./reordering.tsx'));

interface ReorderTriggerProps {
  /** The rows' feeds in the order that is shown. */
  ids: readonly string[];
  groupId: string | null;
  /** The order is the one by hand. */
  isOn: boolean;
  children: ReactNode;
}

/** Makes the list in it one that can be reordered, once a row's handle is pointed at or focused. */
export function ReorderTrigger({ ids, groupId, isOn, children }: ReorderTriggerProps) {
  const [list, setList] = useState<HTMLElement | null>(null);
  const pressed = useRef<PointerEvent | null>(null);

  const reach = (event: SyntheticEvent<HTMLElement>): void => {
    if (isOn && !list && isHandle(event.target)) setList(event.currentTarget);
  };
  // A press that came before the library is handed on to it, unless it is over by then.
  const takePress = useCallback(() => {
    const press = pressed.current;
    pressed.current = null;
    return press;
  }, []);

  return (
    <div
      onPointerOver={reach}
      onFocus={reach}
      onPointerDown={({ nativeEvent }) => {
        pressed.current = isHandle(nativeEvent.target) ? nativeEvent : null;
      }}
      onPointerUp={takePress}
      onPointerCancel={takePress}
    >
      {children}
      {isOn && list && (
        <Suspense>
          <Reordering ids={ids} groupId={groupId} list={list} takePress={takePress} />
        </Suspense>
      )}
    </div>
  );
}

function isHandle(target: EventTarget | null): boolean {
  return target instanceof Element && target.matches('.handle');
}
