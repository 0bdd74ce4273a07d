import { typedText } from '../text/plain-text.ts';
import { parseDecimal, type Decimal } from '../prices/decimal.ts';
import { momentMs, withDefault, z } from '../zod.ts';

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

/**
 * What an alert waits for. Figures are plain decimal strings, read exactly; "above" and "below" are
 * strict: a price on the level is neither.
 *
 * - `crosses`: an event. It needs a price seen on the other side first.
 * - `is`, `deviates-from-ema`, `confidence-wider`, `stale-while-open`: states. They fire at once
 *   when they hold, and again only after they were seen not to hold.
 * - `moves`: by at least so much from any price of the last `seconds`, or from the price of the last
 *   firing (at first: the first price seen). After a firing it measures from that price.
 * - `market`: opens or closes, by the feed's own schedule.
 */
export const triggerSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('crosses'),
    direction: z.enum(['above', 'below', 'either']),
    level,
  }),
  z.object({ kind: z.literal('is'), side: z.enum(['above', 'below']), level }),
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

const repeatSchema = z.discriminatedUnion('mode', [
  z.object({ mode: z.literal('once') }),
  z.object({
    mode: z.literal('repeating'),
    cooldownSeconds: seconds('The cool-down must be from 0 seconds to 7 days.', 0, 604_800),
  }),
]);

/**
 * An alert as its user wants it; what became of it stands in its state. All that the user does to
 * an alert is a change of its rule, so that rules have one kind of writer and states another:
 * snoozing sets `snoozedUntil`, arming again sets `armedAt`.
 *
 * Options that are absent get their defaults. Instants are unix milliseconds.
 */
export const alertRuleSchema = z.object({
  id: z.string().check(z.regex(/^[\w-]{1,64}$/, 'The alert has a bad id.')),
  feedId: z.string().check(z.regex(/^[0-9a-f]{64}$/, 'The alert has a bad feed id.')),
  trigger: triggerSchema,
  repeat: withDefault(repeatSchema, { mode: 'once' }),
  /**
   * After a firing the price must be seen this far back, in per cent of the level (of the EMA, for
   * its deviation and the confidence: of the price), before the alert can fire again.
   */
  rearmBandPercent: withDefault(band, '0.1'),
  /** How long it must hold without a break, by the prices' own publish times. */
  confirmationSeconds: withDefault(
    seconds('The confirmation must be from 0 to 3600 seconds.', 0, 3_600),
    0,
  ),
  /** The whole interval price ± confidence must be beyond the level, not the price alone. */
  certain: withDefault(z.boolean(), false),
  /** False: prices of a closed market count too. */
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
  /** When the user made it or armed it again: whatever was seen before counts no more. */
  armedAt: withDefault(z.number(), 0),
});
export type AlertRule = z.infer<typeof alertRuleSchema>;
/** The same before its defaults. */
export type AlertRuleInput = z.input<typeof alertRuleSchema>;

/** A rule from a form or a file, or why it is none, in words for the user. */
export function parseRule(raw: unknown): { rule: AlertRule } | { reason: string } {
  const result = alertRuleSchema.safeParse(raw);
  if (result.success) return { rule: result.data };
  const message = result.error.issues[0]?.message ?? '';
  return { reason: message.endsWith('.') ? message : 'This alert is incomplete or damaged.' };
}
