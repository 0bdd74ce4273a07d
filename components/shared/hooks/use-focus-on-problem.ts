import { useEffect, useRef, type RefObject } from 'react';

/**
 * Focuses the first invalid field after each failed attempt. @param refusals failed attempts so far
 */
export function useFocusOnProblem(form: RefObject<HTMLFormElement | null>, refusals: number): void {
  const handled = useRef(refusals);
  useEffect(() => {
    if (handled.current === refusals) return;
    handled.current = refusals;
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [form, refusals]);
}
