import type { Command } from '../../lib/pages/questions.ts';

/**
 * A command to the worker as items of session storage, as a page writes it.
 *
 * @param nowMs unix milliseconds by the browser's clock
 */
export function commandItems(kind: Command, nowMs = Date.now()): Record<string, unknown> {
  return { [`question:${nowMs} ${crypto.randomUUID()}`]: { kind } };
}
