import { sideOf } from '@/lib/domain/alerts/engine/levels.ts';
import type { TriggerOf } from '@/lib/domain/alerts/model/trigger.ts';
import { parseDecimal, type Decimal } from '@/lib/domain/prices/decimal.ts';

/** What an alert at a level waits for: that the price reaches it from where it is now. */
export function pulledTrigger(level: string, price: Decimal | null): TriggerOf<'crosses'> {
  const exact = parseDecimal(level);
  const side = exact && price ? sideOf(exact, price) : null;
  return { kind: 'crosses', direction: side ?? 'above', level };
}
