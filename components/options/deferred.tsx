import { lazy, Suspense, type ComponentType } from 'react';

/** A section that is loaded when it is first looked at. */
export function deferred(load: () => Promise<{ default: ComponentType }>): ComponentType {
  const Content = lazy(load);
  return function Deferred() {
    return (
      <Suspense fallback={<p className="hint">Loading…</p>}>
        <Content />
      </Suspense>
    );
  };
}
