import { listOf } from '../../base/zod.ts';
import { outboxEntrySchema } from '../../domain/forwarding/outbox.ts';
import { NO_RECEIVER, receiverSchema } from '../../domain/forwarding/receiver.ts';
import { stored } from '../stored.ts';

/** Where notifications are sent besides this computer. Not in backups: the address is a secret. */
export const receiver = stored('local:receiver', {
  schema: receiverSchema,
  fallback: NO_RECEIVER,
  isWhole: true,
  uses: ['options'],
});

/** Messages not sent yet, oldest first, and recent ones that could not be sent. */
export const outbox = stored('local:outbox', { schema: listOf(outboxEntrySchema), fallback: [] });
