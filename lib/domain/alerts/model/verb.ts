import type { AlertDraft } from './draft.ts';

/** What each verb of an alert's sentence sets. The first five are offered. */
const PARTS = {
  above: { kind: 'crosses', direction: 'above' },
  below: { kind: 'crosses', direction: 'below' },
  either: { kind: 'crosses', direction: 'either' },
  moves: { kind: 'moves', move: 'either' },
  opens: { kind: 'market', market: 'opens' },
  up: { kind: 'moves', move: 'up' },
  down: { kind: 'moves', move: 'down' },
  closes: { kind: 'market', market: 'closes' },
  opensOrCloses: { kind: 'market', market: 'either' },
  stale: { kind: 'stale-while-open' },
} as const satisfies Record<string, Partial<AlertDraft>>;

export type Verb = keyof typeof PARTS;

const OFFERED: readonly Verb[] = ['above', 'below', 'either', 'moves', 'opens'];
const ALL: readonly Verb[] = [...OFFERED, 'up', 'down', 'closes', 'opensOrCloses', 'stale'];

/** The verbs to choose from. @param current is always among them */
export function offeredVerbs(current: Verb): readonly Verb[] {
  return OFFERED.includes(current) ? OFFERED : [...OFFERED, current];
}

export function verbOf(draft: AlertDraft): Verb {
  const fields: Partial<Record<string, unknown>> = { ...draft };
  const isOf = (verb: Verb): boolean =>
    Object.entries(PARTS[verb]).every(([field, value]) => fields[field] === value);
  return ALL.find(isOf) ?? 'above';
}

export function partsOf(verb: Verb): Partial<AlertDraft> {
  return PARTS[verb];
}
