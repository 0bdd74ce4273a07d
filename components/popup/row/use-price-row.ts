import { useMemo } from 'react';
import { changeSince } from '@/lib/domain/history/change.ts';
import type { FeedAttributes } from '@/lib/domain/prices/attributes.ts';
import { toDecimal } from '@/lib/domain/prices/decimal.ts';
import { feedName } from '@/lib/domain/prices/feed-name.ts';
import { parseSchedule } from '@/lib/domain/prices/schedule-grammar.ts';
import { isProven, type MissingReason } from '@/lib/domain/prices/stored-price.ts';
import type { ChangePeriod } from '@/lib/domain/history/periods.ts';
import type { UnixSeconds } from '@/lib/base/units.ts';
import type { VerificationProblem } from '@/lib/domain/signed-updates/verification-problem.ts';
import { faultOf, stateOfFault } from '@/lib/domain/market/price-state.ts';
import { useCondition } from '../../shared/hooks/use-condition.ts';
import { useLatestPrice } from '../../shared/hooks/use-latest-price.ts';

const WAITING = { none: 'waiting' } as const;

export interface PriceRowInput {
  id: string;
  attributes: FeedAttributes;
  ownName: string | undefined;
  missing: MissingReason | undefined;
  /** Why the feed's prices fail verification; `null` if they do not. */
  failure: VerificationProblem | null;
  period: ChangePeriod;
  /** Price at the start of the period, as stored; `null`: not known. */
  pastPrice: string | null;
  /** Only prices verified under this trust count; `null`: every price counts. */
  requiredTrust: string | null;
  /** Start of the current minute. */
  minuteSeconds: UnixSeconds;
}

export type PriceRowState = ReturnType<typeof usePriceRow>;

/** A row's data: names, latest price, change, and whether the price counts. */
export function usePriceRow(input: PriceRowInput, isInView: () => boolean) {
  const { id, attributes, ownName, missing, period, pastPrice, requiredTrust } = input;
  // Memoized: price ticks do not change it.
  const { symbol, description, subject } = useMemo(
    () => feedName(attributes, id),
    [attributes, id],
  );
  const figure = useLatestPrice(id, isInView);
  const schedule = parseSchedule(attributes);
  const condition = useCondition(attributes, figure?.quoted ?? figure?.price);
  const price = figure ? toDecimal(figure.price.price, figure.price.expo) : null;
  const span = {
    text: pastPrice,
    period,
    nowSeconds: input.minuteSeconds,
    requiredTrust,
    attributes,
  };
  /** Whether only verified prices count and this one is not verified. */
  const isUnproven = requiredTrust !== null && figure !== undefined && !isProven(figure.price);
  const fault = faultOf({ missing, hasFailed: input.failure !== null, isUnproven, condition });
  return {
    attributes,
    symbol,
    description,
    name: ownName ?? symbol,
    details: ownName === undefined || subject === '' ? subject : `${symbol} · ${subject}`,
    figure,
    price,
    schedule,
    condition,
    change: price ? changeSince(price, span) : WAITING,
    isUnproven,
    fault,
    state: stateOfFault(fault),
  };
}
