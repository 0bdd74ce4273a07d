/** What stands before a change in each direction. */
export const ARROWS = { up: '▲', flat: '–', down: '▼' } as const;
