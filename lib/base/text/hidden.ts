/** Stands in place of an amount that the user hides from those who look on. */
export const HIDDEN = '••••';
