/** What has to be loaded first; `undefined`: nothing. */
export type Preparation = Promise<void> | undefined;

/** Ends with the last preparation, also with one that fails: what it was for is then missing. */
export async function allReady(preparations: readonly Preparation[]): Promise<void> {
  await Promise.allSettled(preparations.filter((each) => each !== undefined));
}
