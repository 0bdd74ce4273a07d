import { typedText } from '../../../base/text/plain-text.ts';
import { timeMs, unixMilliseconds, withDefault, z } from '../../../base/zod.ts';
import { SUBJECT_ID } from '../../holdings/subject.ts';
import {
  RULE_PROBLEMS,
  triggerSchema,
  type RuleProblem,
  type TriggerKind,
  type TriggerOf,
} from './trigger.ts';

const MAX_NOTE = 200;

/** How often a repeating alert fires at most: every minute, hour or day. */
export const COOLDOWNS = [60, 3_600, 86_400] as const;
export type Cooldown = (typeof COOLDOWNS)[number];

const repeatSchema = z.discriminatedUnion('mode', [
  z.object({ mode: z.literal('once') }),
  z.object({ mode: z.literal('repeating'), cooldownSeconds: z.literal(COOLDOWNS) }),
]);

/**
 * An alert as the user defined it; missing options get their defaults. Everything the user does
 * changes the rule (snoozing sets `snoozedUntil`, reactivating `armedAt`). Only the evaluation
 * writes states, so rules and states never share a writer.
 */
export const alertRuleSchema = z.object({
  id: z.string().check(z.regex(/^[\w-]{1,64}$/)),
  /** Id of a feed or of another subject; see `holdings/subject.ts`. */
  feedId: z.string().check(z.regex(SUBJECT_ID)),
  trigger: triggerSchema,
  repeat: withDefault(repeatSchema, { mode: 'once' }),
  expiresAt: withDefault(z.nullable(timeMs), null),
  note: withDefault(
    z.string().check(
      z.maxLength(MAX_NOTE),
      z.overwrite((note) => typedText(note, MAX_NOTE)),
    ),
    '',
  ),
  enabled: withDefault(z.boolean(), true),
  snoozedUntil: withDefault(z.nullable(timeMs), null),
  /** When the user created or reactivated the alert. Nothing before counts. */
  armedAt: withDefault(unixMilliseconds, 0),
});
export type AlertRule = z.infer<typeof alertRuleSchema>;
export type RuleOf<Kind extends TriggerKind> = AlertRule & { trigger: TriggerOf<Kind> };
export type AlertRuleInput = z.input<typeof alertRuleSchema>;

export function hasTrigger<Kind extends TriggerKind>(
  rule: AlertRule,
  kind: Kind,
): rule is RuleOf<Kind> {
  return rule.trigger.kind === kind;
}

/** Reads a rule from a form or file, or says what is wrong and where. */
export function parseRule(
  raw: unknown,
): { rule: AlertRule } | { problem: RuleProblem | 'incomplete'; path: readonly PropertyKey[] } {
  const result = alertRuleSchema.safeParse(raw);
  if (result.success) return { rule: result.data };
  const { message = '', path = [] } = result.error.issues[0] ?? {};
  return { problem: isRuleProblem(message) ? message : 'incomplete', path };
}

export function isRuleProblem(message: string): message is RuleProblem {
  return (RULE_PROBLEMS as readonly string[]).includes(message);
}
