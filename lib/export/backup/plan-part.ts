/** What an import does to one part, in words for the user; empty lists: nothing. */
export interface PartPlan {
  title: string;
  added: string[];
  removed: string[];
  changed: string[];
  /** The signers that it would trust from then on, to be checked by the user one by one. */
  signers?: ImportedSigners[];
}

/** Signers of an import that are new here or differ from those that are here. */
export interface ImportedSigners {
  name: string;
  emitterChain: number;
  /** 64 hex digits. */
  emitterAddress: string;
  /** Addresses of 40 hex digits, in the order of the set. */
  keys: readonly string[];
  /** How many of the keys must sign. */
  quorum: number;
}

/** One part of an import. */
export interface PartResult {
  plan: PartPlan;
  /** By storage key. */
  writes: Record<string, unknown>;
  /** What the user has to know or to do afterwards. */
  notes: string[];
}

/**
 * `merge`: adds what is not here; nothing that the user has is changed or removed. `replace`: every
 * part of the file takes the place of what is here.
 */
export type ImportMode = 'merge' | 'replace';

export function emptyPart(title: string): PartResult {
  return { plan: { title, added: [], removed: [], changed: [] }, writes: {}, notes: [] };
}

export function changesAnything({ added, removed, changed }: PartPlan): boolean {
  return added.length + removed.length + changed.length > 0;
}
