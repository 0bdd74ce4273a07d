import { notificationProblemSchema } from '../../domain/alerts/model/notification-problem.ts';
import { firingSchema } from '../../domain/alerts/model/firing.ts';
import { MAX_ALERTS } from '../../domain/alerts/model/rule-changes.ts';
import { alertRuleSchema } from '../../domain/alerts/model/rule.ts';
import { quietHoursSchema } from '../../domain/alerts/model/quiet-hours.ts';
import { translateFiring, translateRule } from '../../domain/alerts/model/translate.ts';
import { z, listOf } from '../../base/zod.ts';
import { stored } from '../stored.ts';

/** Written by pages and notification buttons. */
export const alertRules = stored('local:alerts', {
  schema: listOf(alertRuleSchema, MAX_ALERTS),
  migrations: [(old) => mapList(old, translateRule)],
  fallback: [],
  uses: ['options', 'backup'],
});

/**
 * Ids of the alerts that were added beside sample prices or have seen some. Going live pauses them,
 * and the user confirms each one with live prices.
 */
export const alertsToConfirm = stored<readonly string[]>('local:alertsToConfirm', {
  schema: z.array(z.string()),
  fallback: [],
  uses: ['options'],
});

const alertSettingsSchema = z.object({
  /** The global switch; each alert keeps its own. */
  areOn: z.boolean(),
  /** One summary of what happened while offline. */
  tellsMissed: z.boolean(),
  sound: z.boolean(),
  quietHours: quietHoursSchema,
});
export type AlertSettings = z.infer<typeof alertSettingsSchema>;

export const alertSettings = stored('local:alertSettings', {
  schema: alertSettingsSchema,
  fallback: {
    areOn: true,
    tellsMissed: false,
    sound: false,
    quietHours: { enabled: false, from: '22:00', to: '07:00', days: [1, 2, 3, 4, 5, 6, 7] },
  },
  uses: ['options', 'backup'],
  title: 'alerts.title',
});

/** Oldest first; `addFirings` limits them. */
export const firings = stored('local:firings', {
  schema: listOf(firingSchema),
  migrations: [(old) => mapList(old, translateFiring)],
  fallback: [],
});

/** Firings for which local storage had no room. They are stored as soon as it has. */
export const unstoredFirings = stored('session:unstoredFirings', {
  schema: listOf(firingSchema),
  fallback: [],
});

/** Some browsers cannot detect that the system silences notifications. */
export const notificationsBlocked = stored('session:notificationsBlocked', {
  schema: z.nullable(notificationProblemSchema),
  fallback: null,
});

function mapList(list: unknown, change: (entry: unknown) => unknown): unknown {
  if (!Array.isArray(list)) return list;
  return list.map((entry) => change(entry)).filter((entry) => entry !== null);
}
