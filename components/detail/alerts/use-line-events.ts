import { useRef, type KeyboardEvent, type PointerEvent } from 'react';
import { flushSync } from 'react-dom';

export interface LineEvents {
  /** Vertical position of the line, in pixels. */
  y: number;
  isMoving: boolean;
  /** Whether the level stays where it is moved to once the focus leaves. */
  commitsOnBlur: boolean;
  /** The user pressed a key that moves the line by this many steps; up is positive. */
  onStep: (steps: number) => void;
  /** The user dragged the line to this position; `isFree`: it need not stop at round numbers. */
  onDrag: (y: number, isFree: boolean) => void;
  /** The pointer takes or releases the line. */
  onHold?: ((isHeld: boolean) => void) | undefined;
  /** The user pressed the line without moving it. */
  onOpen?: (() => void) | undefined;
  onCommit: () => void;
  onCancel: () => void;
  /** The pointer is over the line, at this horizontal position; `null`: the pointer left. */
  onPoint: (x: number | null) => void;
}

interface Drag {
  /** From the pointer to the line. */
  offset: number;
  /** Whether the pointer has moved far enough: a click must not move a line. */
  isMoved: boolean;
  startY: number;
}

const STEPS: Readonly<Record<string, number>> = {
  ArrowUp: 1,
  ArrowRight: 1,
  ArrowDown: -1,
  ArrowLeft: -1,
  PageUp: 10,
  PageDown: -10,
};
const SHIFT_FACTOR = 10;
const MIN_DRAG = 3;

/** Handlers for an element that moves a line with the pointer and the keyboard. */
export function useLineEvents(line: LineEvents) {
  const { y, isMoving, commitsOnBlur, onHold, onOpen, onCommit, onPoint } = line;
  const drag = useRef<Drag | null>(null);
  const cancel = (): void => {
    drag.current = null;
    onHold?.(false);
    line.onCancel();
  };

  return {
    onPointerDown: (event: PointerEvent<HTMLElement>): void => {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      drag.current = { offset: y - event.clientY, startY: event.clientY, isMoved: false };
    },
    onPointerMove: (event: PointerEvent<HTMLElement>): void => {
      const { clientX, clientY, currentTarget } = event;
      const { current } = drag;
      if (!current) {
        onPoint(clientX - currentTarget.getBoundingClientRect().left);
        return;
      }
      if (!current.isMoved && Math.abs(clientY - current.startY) < MIN_DRAG) return;
      if (!current.isMoved) onHold?.(true);
      current.isMoved = true;
      onPoint(null);
      // Render now: a release may follow in the same frame, and it stores the rendered level.
      flushSync(() => line.onDrag(clientY + current.offset, event.altKey));
    },
    onPointerUp: (): void => {
      const { current } = drag;
      drag.current = null;
      if (!current) return;
      onHold?.(false);
      if (!current.isMoved) onOpen?.();
      else if (commitsOnBlur) onCommit();
    },
    onPointerCancel: cancel,
    onPointerLeave: (): void => onPoint(null),
    onBlur: (): void => {
      if (commitsOnBlur) onCommit();
    },
    onKeyDown: (event: KeyboardEvent): void => {
      const steps = STEPS[event.key];
      if (steps !== undefined) line.onStep(event.shiftKey ? steps * SHIFT_FACTOR : steps);
      else if (!isMoving && event.key === 'Enter' && onOpen) onOpen();
      else if (!isMoving) return;
      else if (event.key === 'Enter') onCommit();
      else if (event.key === 'Escape') cancel();
      else return;
      event.preventDefault();
    },
  };
}
