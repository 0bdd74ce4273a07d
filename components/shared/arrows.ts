export const ARROWS = { up: '▲', flat: '–', down: '▼' } as const;
