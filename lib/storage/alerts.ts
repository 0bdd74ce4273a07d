import { firingSchema, type Firing } from '../alerts/model/firing.ts';
import { MAX_ALERTS } from '../alerts/model/rule-changes.ts';
import { alertRuleSchema, type AlertRule } from '../alerts/model/rule.ts';
import { quietHoursSchema, type QuietHours } from '../alerts/model/quiet-hours.ts';
import { defineStoredItem } from './stored-item.ts';
import { z } from '../zod.ts';

/** The alerts as their user wants them; written by the pages (and by a notification's buttons). */
export const alertRules = defineStoredItem<AlertRule[]>('local:alerts', {
  // A damaged entry costs that entry, not the list.
  schema: z.pipe(
    z.array(z.catch(z.nullable(alertRuleSchema), null)),
    z.transform((rules) => rules.filter((rule) => rule !== null).slice(0, MAX_ALERTS)),
  ),
  fallback: [],
});

export const alertSettingsSchema = z.object({
  /** The global switch; each alert keeps its own. */
  areOn: z.boolean(),
  /** "Tell me what I missed": one summary of what happened while nobody looked. */
  tellsMissed: z.boolean(),
  sound: z.boolean(),
  quietHours: quietHoursSchema,
});
export interface AlertSettings {
  areOn: boolean;
  tellsMissed: boolean;
  sound: boolean;
  quietHours: QuietHours;
}

export const alertSettings = defineStoredItem<AlertSettings>('local:alertSettings', {
  schema: alertSettingsSchema,
  fallback: {
    areOn: true,
    tellsMissed: false,
    sound: false,
    quietHours: { enabled: false, from: '22:00', to: '07:00', days: [1, 2, 3, 4, 5, 6, 7] },
  },
});

/** What fired, oldest first, bounded; see `trimHistory` for how long. */
export const firings = defineStoredItem<Firing[]>('local:firings', {
  schema: z.pipe(
    z.array(z.catch(z.nullable(firingSchema), null)),
    z.transform((list) => list.filter((firing) => firing !== null)),
  ),
  fallback: [],
});

/**
 * Why notifications do not reach the user, in words with the way to mend it; `null`: nothing is
 * known to be in their way. A browser that is itself silenced by the system may not know.
 */
export const notificationsBlocked = defineStoredItem<string | null>(
  'session:notificationsBlocked',
  { schema: z.nullable(z.string()), fallback: null },
);
