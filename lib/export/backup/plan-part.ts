/** What an import does to one part, as text for the user. Empty lists mean no change. */
export interface PartPlan {
  title: string;
  added: string[];
  removed: string[];
  changed: string[];
  /** The signers that would become trusted. The user must check each one. */
  signers?: ImportedSigners[];
}

/** Imported signers that are new or differ from the current ones. */
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
  /** What the user has to know or do afterward. */
  notes: string[];
}

/**
 * `merge` adds what is missing, and changes or removes nothing. `replace` overwrites every part
 * that the file contains.
 */
export type ImportMode = 'merge' | 'replace';

export function emptyPart(title: string): PartResult {
  return { plan: { title, added: [], removed: [], changed: [] }, writes: {}, notes: [] };
}

export function changesAnything({ added, removed, changed }: PartPlan): boolean {
  return added.length + removed.length + changed.length > 0;
}
