import type { ReactNode } from 'react';

/** One line of a list of terms. */
export function Term({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** Said plainly where the service gave nothing. */
export function NotGiven() {
  return <span className="not-given">not given</span>;
}
