/** In English. `signersName` has the user's language. */
export const BUILT_IN_NAMES = {
  routers: 'Pyth routers',
  guardians: 'Wormhole guardians',
  beta: 'Pyth beta',
} as const;
