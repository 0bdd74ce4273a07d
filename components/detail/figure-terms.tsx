import type { ReactNode } from 'react';

/** One name and value in a definition list. */
export function Term({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** Placeholder for a value that the service did not send. */
export function NotGiven() {
  return <span className="not-given">not given</span>;
}
