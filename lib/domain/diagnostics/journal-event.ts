import { serviceProblemSchema } from '../connection/service-problem.ts';
import { notificationProblemSchema } from '../alerts/model/notification-problem.ts';
import { connectionNameSchema } from '../connection/state.ts';
import { z } from '../../base/zod.ts';

/** A problem, or a change of the connection. It contains no URL or header, and no alert. */
export const journalEventSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('connection'),
    state: connectionNameSchema,
    reason: z.nullable(serviceProblemSchema),
  }),
  z.object({ kind: z.literal('stream-opened'), feedCount: z.number(), isLean: z.boolean() }),
  z.object({
    kind: z.enum(['stream-broke', 'stream-ended', 'not-stored']),
    reason: serviceProblemSchema,
  }),
  /**
   * Another price service is now in use: its place on the list, from 1, and the preferred service's
   * problem.
   */
  z.object({
    kind: z.literal('service-switched'),
    place: z.number(),
    reason: z.nullable(serviceProblemSchema),
  }),
  z.object({
    kind: z.literal('uncaught'),
    isRejection: z.boolean(),
    /** `null`: the thrown value is not an error. */
    errorName: z.nullable(z.string()),
    /** `null`: no message, or it cannot be shown. */
    message: z.nullable(z.string()),
  }),
  z.object({ kind: z.literal('notifications'), problem: z.nullable(notificationProblemSchema) }),
  z.object({ kind: z.literal('text'), text: z.string() }),
]);
export type JournalEvent = z.infer<typeof journalEventSchema>;

/** A line for developers, so not translated: `stream-opened feedCount=2 isLean=false`. */
export function journalLine({ kind, ...facts }: JournalEvent): string {
  const parts = Object.entries(facts).map(([name, value]) => `${name}=${JSON.stringify(value)}`);
  return [kind, ...parts].join(' ');
}
