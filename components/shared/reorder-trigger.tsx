import {
  lazy,
  Suspense,
  useCallback,
  useRef,
  useState,
  type ReactNode,
  type SyntheticEvent,
} from 'react';
import type { Moves } from './reordering.tsx';

// Loaded when the user first points at or focuses a row's handle.
const Reordering = lazy(() => import('./reordering.tsx'));

interface ReorderTriggerProps extends Moves {
  isOn: boolean;
  children: ReactNode;
}

export function ReorderTrigger({ isOn, children, ...moves }: ReorderTriggerProps) {
  const [list, setList] = useState<HTMLElement | null>(null);
  const pressed = useRef<PointerEvent | null>(null);

  const loadOnHandle = (event: SyntheticEvent<HTMLElement>): void => {
    if (isOn && !list && isHandle(event.target)) setList(event.currentTarget);
  };
  // Passes on a press from before the library was loaded, unless it has ended.
  const takePress = useCallback(() => {
    const press = pressed.current;
    pressed.current = null;
    return press;
  }, []);

  return (
    <div
      onPointerOver={loadOnHandle}
      onFocus={loadOnHandle}
      onPointerDown={({ nativeEvent }) => {
        pressed.current = isHandle(nativeEvent.target) ? nativeEvent : null;
      }}
      onPointerUp={takePress}
      onPointerCancel={takePress}
    >
      {children}
      {isOn && list && (
        <Suspense>
          <Reordering {...moves} list={list} takePress={takePress} />
        </Suspense>
      )}
    </div>
  );
}

function isHandle(target: EventTarget | null): boolean {
  return target instanceof Element && target.matches('[data-part="handle"]');
}
