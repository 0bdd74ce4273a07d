export type Fact = readonly [name: string, value: string];
