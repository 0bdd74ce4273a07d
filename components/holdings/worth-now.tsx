import { t } from '@/lib/base/locale/t.ts';
import type { FeedId } from '@/lib/base/units.ts';
import type { Holding } from '@/lib/domain/holdings/holding.ts';
import { ageMs, formatAgo } from '@/lib/domain/prices/age.ts';
import { useCorrectedClock } from '../shared/hooks/clock.ts';
import { Message } from '../shared/message.tsx';
import { ChangeFigure } from './change-figure.tsx';
import { Money } from './money.tsx';
import { useSupposedWorth } from './use-valuation.ts';

// Prices older than this are not described as current.
const OLD_MS = 60_000;

/** What a position is worth and has gained. Nothing while its value is not known. */
export function WorthNow({ id, holding }: { id: FeedId; holding: Holding }) {
  const worth = useSupposedWorth(id, holding);
  const publishTime = worth?.value.publishTime ?? null;
  const age = useCorrectedClock((nowMs) =>
    publishTime !== null && ageMs(publishTime, nowMs) >= OLD_MS
      ? formatAgo(ageMs(publishTime, nowMs))
      : '',
  );
  if (!worth) return null;
  const { gain } = worth.value;
  const money = <Money measure={worth.value} currency={worth.currency} />;
  const words = age === '' ? t('holding.worthNow') : t('holding.worthOld', { age });
  if (!gain) {
    return (
      <>
        <span>{words}</span> <b>{money}</b>
      </>
    );
  }
  return (
    <>
      <span>
        <Message of="holding.worth" values={{ value: money }} />
        {age !== '' && ` · ${age}`}
      </span>{' '}
      <b>
        <ChangeFigure amount={gain.price} percent={gain.percent} />
      </b>
    </>
  );
}
