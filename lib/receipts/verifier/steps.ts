/** The steps of a check, in their order. */
export const STEPS = ['format', 'signers', 'proof', 'signatures', 'shown'] as const;
export type Step = (typeof STEPS)[number];
