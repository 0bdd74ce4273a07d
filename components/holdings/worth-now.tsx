import { currencyLabel } from '@/lib/domain/currency/currency-label.ts';
import { exactNumber } from '@/lib/domain/alerts/text/figures.ts';
import type { Position } from '@/lib/domain/holdings/position.ts';
import { ageMs, formatAge } from '@/lib/domain/prices/age.ts';
import { formatConfidence, formatPrice } from '@/lib/domain/prices/format-price.ts';
import type { UnixSeconds } from '@/lib/base/units.ts';
import { useCorrectedClock } from '../shared/hooks/clock.ts';
import { Message } from '../shared/message.tsx';
import { useWorth } from './use-worth.ts';

// What is older is no value of "now".
const OLD_MS = 60_000;

/** Empty while the value is not known. */
export function WorthNow({ position, unit }: { position: Position; unit: string }) {
  const worth = useWorth(position);
  const age = useOldAge(worth?.value.publishTime ?? null);
  if (!worth) return null;
  const { price, confidence } = worth.value;
  const value = formatPrice(price, { digits: 'row', confidence }).text;
  const certainty = confidence.mantissa === 0n ? '' : ` ${formatConfidence(confidence)}`;
  const values = {
    amount: <bdi dir="ltr">{`${exactNumber(position.quantity)} ${unit}`}</bdi>,
    value: (
      <bdi dir="ltr">
        <b>{`${value} ${currencyLabel(worth.currency)}`}</b>
        {certainty}
      </bdi>
    ),
  };
  if (age === '') return <Message of="holding.worthNow" values={values} />;
  return <Message of="holding.worthOld" values={{ ...values, age: <bdi>{age}</bdi> }} />;
}

/** Empty for a price from the last minute. */
function useOldAge(publishTime: UnixSeconds | null): string {
  return useCorrectedClock((nowMs) =>
    publishTime !== null && ageMs(publishTime, nowMs) >= OLD_MS
      ? formatAge(ageMs(publishTime, nowMs))
      : '',
  );
}
