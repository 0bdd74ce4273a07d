/** The message of every wait in a browser that crashed. No test is to blame: its spec runs again. */
export const CRASH = 'The browser crashed';

let hasCrashed = false;

/** Records that a browser of this process crashed, until another one starts. */
export function setCrash(has: boolean): void {
  hasCrashed = has;
}

export function throwCrash(): void {
  if (hasCrashed) throw new Error(CRASH);
}
