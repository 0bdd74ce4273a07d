import { useEffect, useRef, type ReactNode } from 'react';

interface CheckedFormProps {
  /** Number of failed attempts. Each one moves the focus to the first invalid field. */
  refusals: number;
  onSubmit: (form: HTMLFormElement) => Promise<unknown>;
  children: ReactNode;
}

/** Shows problems at the fields instead of in the browser's messages. */
export function CheckedForm({ refusals, onSubmit, children }: CheckedFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const handled = useRef(refusals);
  useEffect(() => {
    if (handled.current === refusals) return;
    handled.current = refusals;
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [refusals]);
  return (
    <form
      ref={form}
      noValidate
      autoComplete="off"
      onSubmit={(event) => {
        event.preventDefault();
        void onSubmit(event.currentTarget);
      }}
    >
      {children}
    </form>
  );
}
