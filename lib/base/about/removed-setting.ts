import { splitMessage } from '../locale/t.ts';
import { listOf, z } from '../zod.ts';

/** Settings that users of an earlier version may have changed and this version no longer has. */
const REMOVED = ['groupCurrency', 'groupAsQuoted', 'badgeTurns'] as const;

const removedSettingSchema = z.object({
  what: z.enum(REMOVED),
  values: z.record(z.string(), z.string()),
});
/** The message key is `news.removed.` followed by `what`. */
export type RemovedSetting = z.infer<typeof removedSettingSchema>;

export const removedSettingsSchema = listOf(removedSettingSchema);

export function removedSettingWords({ what, values }: RemovedSetting): string {
  return splitMessage(`news.removed.${what}`, values).join('');
}
