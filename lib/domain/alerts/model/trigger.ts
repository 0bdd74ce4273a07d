import { parseDecimal, type Decimal } from '../../prices/decimal.ts';
import { z } from '../../../base/zod.ts';

const MAX_LENGTH = 60;

/** Problems that users can fix in the form. */
export const RULE_PROBLEMS = ['level', 'notPositive'] as const;
export type RuleProblem = (typeof RULE_PROBLEMS)[number];

const decimalText = (problem: RuleProblem, isGood: (number: Decimal) => boolean) =>
  z.string().check(
    z.refine((text) => {
      const parsed = text.length <= MAX_LENGTH ? parseDecimal(text) : null;
      return parsed !== null && isGood(parsed);
    }, problem),
  );

const level = decimalText('level', () => true);
const positive = decimalText('notPositive', ({ mantissa }) => mantissa > 0n);

const withinSeconds = z.int().check(z.minimum(60), z.maximum(86_400));

export const sideSchema = z.enum(['above', 'below']);
export type Side = z.infer<typeof sideSchema>;
export const moveDirectionSchema = z.enum(['up', 'down']);
export type MoveDirection = z.infer<typeof moveDirectionSchema>;

/**
 * What makes an alert fire. Numbers are plain decimal strings and exact. "Above" and "below" are
 * strict.
 *
 * - `crosses`: the price must be on the other side first, unless `alsoIfThere`. With direction
 *   `either`, `alsoIfThere` means nothing.
 * - `moves`: by at least an amount within some time.
 * - `stale-while-open`: a condition. It must end before the alert fires again.
 * - `market`: the market opens or closes, by the feed's own schedule.
 * - `retired`: of a kind that no longer exists. It never fires; the user replaces or deletes it.
 */
export const triggerSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('crosses'),
    direction: z.enum(['above', 'below', 'either']),
    level,
    alsoIfThere: z.optional(z.literal(true)),
  }),
  z.object({
    kind: z.literal('moves'),
    direction: z.enum(['up', 'down', 'either']),
    by: z.discriminatedUnion('unit', [
      z.object({ unit: z.literal('percent'), amount: positive }),
      z.object({ unit: z.literal('value'), amount: positive }),
    ]),
    withinSeconds,
  }),
  z.object({ kind: z.literal('stale-while-open') }),
  z.object({ kind: z.literal('market'), change: z.enum(['opens', 'closes', 'either']) }),
  z.object({
    kind: z.literal('retired'),
    was: z.enum(['average', 'confidence', 'percent-since-last', 'value-since-last']),
    figure: positive,
  }),
]);
export type Trigger = z.infer<typeof triggerSchema>;
export type TriggerKind = Trigger['kind'];
export type TriggerOf<Kind extends TriggerKind> = Extract<Trigger, { kind: Kind }>;

/** Evaluated on every clock tick, not only on new prices. */
export function goesByClock<T extends { kind: TriggerKind }>(
  trigger: T,
): trigger is Extract<T, { kind: 'market' | 'stale-while-open' }> {
  return trigger.kind === 'market' || trigger.kind === 'stale-while-open';
}

/** The side on which the price makes the alert fire at once; `null`: only a crossing does. */
export function sideThatCounts(trigger: Trigger): Side | null {
  if (trigger.kind !== 'crosses' || !trigger.alsoIfThere) return null;
  return trigger.direction === 'either' ? null : trigger.direction;
}
