/**
 * How long a wait lasts before it fails. It only decides how soon a failure is noticed: a machine
 * that is a hundred times slower than usual must not fail a test.
 */
export const WAIT_MS = 30_000;

/** How often a wait checks its condition. */
export const CHECK_EVERY_MS = 5;

/** Many waits fit into one test, so that a failure names the wait. */
export const TEST_MS = 10 * WAIT_MS;

/** As `WAIT_MS`, in a browser: some waits there are for an alarm, every 30 s, and one may be late. */
export const BROWSER_WAIT_MS = 120_000;
