import { useEffect, useRef, type RefObject } from 'react';

/**
 * A refused try leads to the first field that has to be mended.
 *
 * @param refusals how many tries were refused so far
 */
export function useFocusOnProblem(form: RefObject<HTMLFormElement | null>, refusals: number): void {
  const handled = useRef(refusals);
  useEffect(() => {
    if (handled.current === refusals) return;
    handled.current = refusals;
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [form, refusals]);
}
