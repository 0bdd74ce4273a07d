import { coalesce } from '../../base/coalesce.ts';

/** Why the connection is reconciled. `connection` and `refresh` reset earlier failures. */
export type Cause =
  | 'start'
  | 'alarm'
  | 'presence'
  | 'settings'
  | 'connection'
  | 'switch'
  | 'refresh'
  | 'retry';

type Reconcile = (why: ReadonlySet<Cause>) => Promise<void>;

export type Causes = ReturnType<typeof createCauses>;

/** Collects causes and runs one reconciliation at a time. */
export function createCauses() {
  let causes = new Set<Cause>();
  let reconcile: Reconcile | undefined;
  const run = coalesce(async () => {
    const why = causes;
    causes = new Set();
    await reconcile?.(why);
  });
  return {
    /** Resolves after the reconciliation. */
    add: (cause: Cause): Promise<void> => {
      causes.add(cause);
      return run();
    },
    listen: (listener: Reconcile): void => {
      reconcile = listener;
    },
  };
}
