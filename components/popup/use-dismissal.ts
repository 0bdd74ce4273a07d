import { useEffect, useEffectEvent, type RefObject } from 'react';

/**
 * Closes something that opens on the page: by Escape, by a press outside of it, or when the focus
 * leaves it.
 *
 * @param part what is open, with the button that opened it, which gets the focus after Escape
 */
export function useDismissal(
  part: RefObject<HTMLElement | null>,
  isOpen: boolean,
  close: () => void,
): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    // Escape would close the whole popup.
    event.preventDefault();
    event.stopPropagation();
    close();
    part.current?.querySelector('button')?.focus();
  });
  const onOther = useEffectEvent(({ target }: Event) => {
    if (!(target instanceof Node && part.current?.contains(target))) close();
  });

  useEffect(() => {
    if (!isOpen) return undefined;
    document.addEventListener('keydown', onKeyDown, true);
    document.addEventListener('pointerdown', onOther, true);
    document.addEventListener('focusin', onOther);
    return () => {
      document.removeEventListener('keydown', onKeyDown, true);
      document.removeEventListener('pointerdown', onOther, true);
      document.removeEventListener('focusin', onOther);
    };
  }, [isOpen]);
}
