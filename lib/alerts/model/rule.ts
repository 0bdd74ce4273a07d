import { typedText } from '../../text/plain-text.ts';
import { parseDecimal, type Decimal } from '../../prices/decimal.ts';
import { momentMs, withDefault, z } from '../../zod.ts';

export const MAX_WINDOW_SECONDS = 86_400;
export const MIN_WINDOW_SECONDS = 60;

const MAX_NOTE = 200;
const MAX_FIGURE = 60;

const figure = (reason: string, isGood: (figure: Decimal) => boolean) =>
  z.string().check(
    z.refine((text) => {
      const parsed = text.length <= MAX_FIGURE ? parseDecimal(text) : null;
      return parsed !== null && isGood(parsed);
    }, reason),
  );

const level = figure('The level must be a plain number such as 65000 or -0.5.', () => true);
const percent = figure('The percentage must be a number above 0.', (d) => d.mantissa > 0n);
const change = figure('The change must be a number above 0.', (d) => d.mantissa > 0n);
const basisPoints = figure('The basis points must be a number above 0.', (d) => d.mantissa > 0n);
const band = figure('The re-arm band must be from 0 to 50 %.', isBand);

function isBand({ mantissa, expo }: Decimal): boolean {
  return mantissa >= 0n && mantissa <= 50n * 10n ** BigInt(-expo);
}

const seconds = (reason: string, from: number, to: number) =>
  z.int(reason).check(z.minimum(from, reason), z.maximum(to, reason));

const windowSeconds = seconds(
  'The window must be from 1 minute to 24 hours.',
  MIN_WINDOW_SECONDS,
  MAX_WINDOW_SECONDS,
);

export const sideSchema = z.enum(['above', 'below']);
export type Side = z.infer<typeof sideSchema>;
export const moveDirectionSchema = z.enum(['up', 'down']);
export type MoveDirection = z.infer<typeof moveDirectionSchema>;

/**
 * What makes an alert fire. Numbers are plain decimal strings and exact. "Above" and "below" are
 * strict: a price on the level is neither.
 *
 * - `crosses`: an event. The price must be on the other side first.
 * - `is`, `deviates-from-ema`, `confidence-wider`, `stale-while-open`: conditions. The alert fires
 *   as soon as one holds, and again only after it has ended.
 * - `moves`: the price moves by at least an amount, compared with any price of the last `seconds`
 *   or with the price at the last firing (before that, with the first price). Each firing becomes
 *   the new starting point.
 * - `market`: the market opens or closes, by the feed's own schedule.
 */
export const triggerSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('crosses'),
    direction: z.enum(['above', 'below', 'either']),
    level,
  }),
  z.object({ kind: z.literal('is'), side: sideSchema, level }),
  z.object({
    kind: z.literal('moves'),
    direction: z.enum(['up', 'down', 'either']),
    by: z.discriminatedUnion('unit', [
      z.object({ unit: z.literal('percent'), amount: percent }),
      z.object({ unit: z.literal('value'), amount: change }),
    ]),
    since: z.discriminatedUnion('from', [
      z.object({ from: z.literal('window'), seconds: windowSeconds }),
      z.object({ from: z.literal('last-firing') }),
    ]),
  }),
  z.object({ kind: z.literal('deviates-from-ema'), percent }),
  z.object({ kind: z.literal('confidence-wider'), basisPoints }),
  z.object({ kind: z.literal('stale-while-open') }),
  z.object({ kind: z.literal('market'), change: z.enum(['opens', 'closes', 'either']) }),
]);
export type Trigger = z.infer<typeof triggerSchema>;
export type TriggerKind = Trigger['kind'];
export type TriggerOf<Kind extends TriggerKind> = Extract<Trigger, { kind: Kind }>;

const repeatSchema = z.discriminatedUnion('mode', [
  z.object({ mode: z.literal('once') }),
  z.object({
    mode: z.literal('repeating'),
    cooldownSeconds: seconds('The cool-down must be from 0 seconds to 7 days.', 0, 604_800),
  }),
]);

/**
 * An alert as the user defined it. Everything the user does to an alert changes its rule: snoozing
 * sets `snoozedUntil`, reactivating sets `armedAt`. Only the evaluation writes the alert's state,
 * so rules and states never have the same writer.
 *
 * Missing options get their defaults. Times are unix milliseconds.
 */
export const alertRuleSchema = z.object({
  id: z.string().check(z.regex(/^[\w-]{1,64}$/, 'The alert has a bad id.')),
  feedId: z.string().check(z.regex(/^[0-9a-f]{64}$/, 'The alert has a bad feed id.')),
  trigger: triggerSchema,
  repeat: withDefault(repeatSchema, { mode: 'once' }),
  /**
   * Reset distance: after a firing the price must move back this far before the alert can fire
   * again. In percent of the level; for `deviates-from-ema` in percent of the EMA, for
   * `confidence-wider` in percent of the price.
   */
  rearmBandPercent: withDefault(band, '0.1'),
  /** How long the condition must hold without interruption, in seconds of publish time. */
  confirmationSeconds: withDefault(
    seconds('The confirmation must be from 0 to 3600 seconds.', 0, 3_600),
    0,
  ),
  /** Whether the whole interval price ± confidence must be beyond the level, not only the price. */
  certain: withDefault(z.boolean(), false),
  /** If false, prices count even while the market is closed. */
  onlyWhileOpen: withDefault(z.boolean(), true),
  expiresAt: withDefault(z.nullable(momentMs), null),
  note: withDefault(
    z.string().check(
      z.maxLength(MAX_NOTE, 'The note must have at most 200 characters.'),
      z.overwrite((note) => typedText(note, MAX_NOTE)),
    ),
    '',
  ),
  enabled: withDefault(z.boolean(), true),
  snoozedUntil: withDefault(z.nullable(momentMs), null),
  /** When the user created or reactivated the alert. What happened before does not count. */
  armedAt: withDefault(z.number(), 0),
});
export type AlertRule = z.infer<typeof alertRuleSchema>;
export type RuleOf<Kind extends TriggerKind> = AlertRule & { trigger: TriggerOf<Kind> };
/** A rule before its defaults are filled in. */
export type AlertRuleInput = z.input<typeof alertRuleSchema>;

export function hasTrigger<Kind extends TriggerKind>(
  rule: AlertRule,
  kind: Kind,
): rule is RuleOf<Kind> {
  return rule.trigger.kind === kind;
}

/** Whether the trigger is evaluated on every clock tick instead of only on new prices. */
export function goesByClock<T extends { kind: TriggerKind }>(
  trigger: T,
): trigger is Extract<T, { kind: 'market' | 'stale-while-open' }> {
  return trigger.kind === 'market' || trigger.kind === 'stale-while-open';
}

/** Which options apply to a kind of alert. */
export function optionsOf(kind: TriggerKind) {
  const goesByPrice = !goesByClock({ kind });
  return {
    rearmBand: goesByPrice && kind !== 'moves',
    confirmation: kind !== 'market',
    certain: goesByPrice && kind !== 'confidence-wider',
    onlyWhileOpen: goesByPrice,
  };
}

/** Reads a rule from a form or a file, or says what is wrong with it, as text for the user. */
export function parseRule(
  raw: unknown,
): { rule: AlertRule } | { reason: string; path: readonly PropertyKey[] } {
  const result = alertRuleSchema.safeParse(raw);
  if (result.success) return { rule: result.data };
  const { message = '', path = [] } = result.error.issues[0] ?? {};
  return { reason: message.endsWith('.') ? message : 'This alert is incomplete or damaged.', path };
}
