import { coalesce } from '../../base/coalesce.ts';

/**
 * Why the connection is reconciled. `connection` and `refresh` reset earlier failures. `switch`:
 * another service is in use.
 */
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

/** Collects why the connection has to be reconciled, one reconciliation at a time. */
export interface Causes {
  /** Resolves when the connection was reconciled for it. */
  add: (cause: Cause) => Promise<void>;
  /** @param reconcile called with the causes since its last call */
  listen: (reconcile: Reconcile) => void;
}

export function createCauses(): Causes {
  let causes = new Set<Cause>();
  let reconcile: Reconcile | undefined;
  const run = coalesce(async () => {
    const why = causes;
    causes = new Set();
    await reconcile?.(why);
  });
  return {
    add: (cause) => {
      causes.add(cause);
      return run();
    },
    listen: (listener) => {
      reconcile = listener;
    },
  };
}
