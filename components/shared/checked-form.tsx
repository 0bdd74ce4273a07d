import { useRef, type ReactNode } from 'react';
import { useFocusOnProblem } from './hooks/use-focus-on-problem.ts';

interface CheckedFormProps {
  /** Number of failed attempts. Each one moves the focus to the first invalid field. */
  refusals: number;
  onSubmit: () => Promise<unknown>;
  children: ReactNode;
}

/** Shows problems at the fields instead of in the browser's messages. */
export function CheckedForm({ refusals, onSubmit, children }: CheckedFormProps) {
  const form = useRef<HTMLFormElement>(null);
  useFocusOnProblem(form, refusals);
  return (
    <form
      ref={form}
      noValidate
      autoComplete="off"
      onSubmit={(event) => {
        event.preventDefault();
        void onSubmit();
      }}
    >
      {children}
    </form>
  );
}
