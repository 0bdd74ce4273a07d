import { parseDecimal, type Decimal } from '../../prices/decimal.ts';
import { z } from '../../../base/zod.ts';

const MAX_LENGTH = 60;

/** Problems that users can fix in the form. */
export const RULE_PROBLEMS = ['level', 'notPositive', 'resetDistance'] as const;
export type RuleProblem = (typeof RULE_PROBLEMS)[number];

export const decimalText = (problem: RuleProblem, isGood: (number: Decimal) => boolean) =>
  z.string().check(
    z.refine((text) => {
      const parsed = text.length <= MAX_LENGTH ? parseDecimal(text) : null;
      return parsed !== null && isGood(parsed);
    }, problem),
  );

const level = decimalText('level', () => true);
const positive = decimalText('notPositive', isPositive);

function isPositive({ mantissa }: Decimal): boolean {
  return mantissa > 0n;
}

export const seconds = (from: number, to: number) => z.int().check(z.minimum(from), z.maximum(to));

const windowSeconds = seconds(60, 86_400);

export const sideSchema = z.enum(['above', 'below']);
export type Side = z.infer<typeof sideSchema>;
export const moveDirectionSchema = z.enum(['up', 'down']);
export type MoveDirection = z.infer<typeof moveDirectionSchema>;

/**
 * What makes an alert fire. Numbers are plain decimal strings and exact. "Above" and "below" are
 * strict.
 *
 * - `crosses`: an event. The price must be on the other side first.
 * - `is`, `deviates-from-ema`, `confidence-wider`, `stale-while-open`: conditions. The alert fires
 * as soon as one is met, and again only after it has ended.
 * - `moves`: by at least an amount, within `seconds` or since the last firing.
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
      z.object({ unit: z.literal('percent'), amount: positive }),
      z.object({ unit: z.literal('value'), amount: positive }),
    ]),
    since: z.discriminatedUnion('from', [
      z.object({ from: z.literal('window'), seconds: windowSeconds }),
      z.object({ from: z.literal('last-firing') }),
    ]),
  }),
  z.object({ kind: z.literal('deviates-from-ema'), percent: positive }),
  z.object({ kind: z.literal('confidence-wider'), basisPoints: positive }),
  z.object({ kind: z.literal('stale-while-open') }),
  z.object({ kind: z.literal('market'), change: z.enum(['opens', 'closes', 'either']) }),
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

export function optionsOf(kind: TriggerKind) {
  const goesByPrice = !goesByClock({ kind });
  return {
    rearmBand: goesByPrice && kind !== 'moves',
    confirmation: kind !== 'market',
    certain: goesByPrice && kind !== 'confidence-wider',
    onlyWhileOpen: goesByPrice,
  };
}
