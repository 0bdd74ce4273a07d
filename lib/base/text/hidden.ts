/** Replaces amounts hidden from onlookers. */
export const HIDDEN = '••••••';
