import { z } from '../../../base/zod.ts';

export const notificationProblemSchema = z.enum(['blocked', 'failed']);

/** `blocked`: the browser does not allow notifications. `failed`: it could not show one. */
export type NotificationProblem = z.infer<typeof notificationProblemSchema>;
