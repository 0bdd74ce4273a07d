/** The steps of checking a price, in their order. */
export const STEPS = ['format', 'signers', 'proof', 'signatures', 'shown'] as const;
export type Step = (typeof STEPS)[number];

/** What a page is checked for after its prices: only if it contains it. */
export const PAGE_STEPS = ['asked', 'values'] as const;
export type PageStep = (typeof PAGE_STEPS)[number];
