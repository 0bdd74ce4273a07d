/** One line of the diagnostics. */
export type Fact = readonly [name: string, value: string];
