import type { Decimal } from '../../prices/decimal.ts';
import { typedText } from '../../../base/text/plain-text.ts';
import { timeMs, unixMilliseconds, withDefault, z } from '../../../base/zod.ts';
import { SUBJECT_ID } from '../../holdings/subject.ts';
import {
  decimalText,
  RULE_PROBLEMS,
  seconds,
  triggerSchema,
  type RuleProblem,
  type TriggerKind,
  type TriggerOf,
} from './trigger.ts';

const MAX_NOTE = 200;

const band = decimalText('resetDistance', isBand);

function isBand({ mantissa, expo }: Decimal): boolean {
  return mantissa >= 0n && mantissa <= 50n * 10n ** BigInt(-expo);
}

const repeatSchema = z.discriminatedUnion('mode', [
  z.object({ mode: z.literal('once') }),
  z.object({
    mode: z.literal('repeating'),
    cooldownSeconds: seconds(0, 604_800),
  }),
]);

/**
 * An alert as the user defined it; missing options get their defaults. Everything the user does
 * changes the rule (snoozing sets `snoozedUntil`, reactivating `armedAt`). Only the evaluation
 * writes states, so rules and states never share a writer.
 */
export const alertRuleSchema = z.object({
  id: z.string().check(z.regex(/^[\w-]{1,64}$/)),
  /** Id of a feed or of another subject; see `subject.ts`. */
  feedId: z.string().check(z.regex(SUBJECT_ID)),
  trigger: triggerSchema,
  repeat: withDefault(repeatSchema, { mode: 'once' }),
  /**
   * Reset distance: after a firing, the price must move back this far. In percent of the level; for
   * `deviates-from-ema` of the EMA, for `confidence-wider` of the price.
   */
  rearmBandPercent: withDefault(band, '0.1'),
  /** How long the condition must last, in seconds of publish time. */
  confirmationSeconds: withDefault(seconds(0, 3_600), 0),
  /** Whether price ± confidence must be beyond the level, not only the price. */
  certain: withDefault(z.boolean(), false),
  /** If false, prices count even while the market is closed. */
  onlyWhileOpen: withDefault(z.boolean(), true),
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

export function isResetDistance(text: string): boolean {
  return band.safeParse(text).success;
}

export function isRuleProblem(message: string): message is RuleProblem {
  return (RULE_PROBLEMS as readonly string[]).includes(message);
}
