import type { ReactNode } from 'react';

interface PanelProps {
  title: string;
  hint: string;
  children: ReactNode;
}

/** A titled part of a section. */
export function Panel({ title, hint, children }: PanelProps) {
  return (
    <div className="panel">
      <h3>{title}</h3>
      <p className="hint">{hint}</p>
      {children}
    </div>
  );
}
