import type { UnixMilliseconds } from '../../base/units.ts';
import { z } from '../../base/zod.ts';

/** When an entry was last changed, and where. Later stamps sort after earlier ones. */
export const stampSchema = z.string().check(z.regex(/^[0-9a-z]{15}$/));

/** A letter for the kind, and the id. */
export const ENTRY_KEY = /^(?:p\.[0-9a-f]{64}|[a-oq-z]\.[\w-]{1,64})$/;

/**
 * One of the things that computers share: a price of the list, a group, an alert or a setting.
 * Without a value, which is JSON, it is deleted. The last part is this computer's alone: whether
 * another one has stored the entry with this stamp.
 */
export const entrySchema = z.tuple([
  stampSchema,
  z.optional(z.unknown()),
  z.optional(z.literal(true)),
]);
export type Entry = z.infer<typeof entrySchema>;

/** By key. */
export type Entries = ReadonlyMap<string, Entry>;

const TIME_DIGITS = 9;
const LAST_TIME = 36 ** TIME_DIGITS - 1;

/**
 * Makes stamps for changes, in their order. They are hybrid: the time of this computer, or just
 * after the latest stamp it knows. So a change is later than everything its user has seen, even
 * something from a computer whose clock is far ahead.
 * @param device random, six digits
 */
export function stampsAfter(
  known: readonly string[],
  now: UnixMilliseconds,
  device: string,
): () => string {
  const times = known.map((stamp) => Number.parseInt(stamp.slice(0, TIME_DIGITS), 36) || 0);
  let time = times.reduce((last, each) => Math.max(last, each + 1), now);
  return () => Math.min(LAST_TIME, time++).toString(36).padStart(TIME_DIGITS, '0') + device;
}
