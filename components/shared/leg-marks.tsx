import { labelled } from '@/lib/base/locale/labelled.ts';
import { faultWords } from '@/lib/domain/market/fault-words.ts';
import { parseSchedule } from '@/lib/domain/prices/schedule-grammar.ts';
import { feedSymbol } from '@/lib/domain/prices/feed-name.ts';
import { followedFeeds } from '@/lib/storage/values/catalog.ts';
import type { FeedId } from '@/lib/base/units.ts';
import { useCorrectedClock } from './hooks/clock.ts';
import { useCondition } from './hooks/use-condition.ts';
import { useShownConversion } from './hooks/use-conversion.ts';
import { useLatestPrice } from './hooks/use-latest-price.ts';
import { useStored } from './hooks/use-stored.ts';
import { Mark, SHAPES } from './icons.tsx';

/** Marks exchange rates that are not current. */
export default function LegMarks({ id }: { id: FeedId }) {
  const route = useShownConversion()?.routeOf(id);
  return route?.legs.map((leg) => <LegMark key={leg.id} id={leg.id} />);
}

const MARKS = { closed: 'moon', stale: 'clock' } as const;

function LegMark({ id }: { id: FeedId }) {
  const attributes = useStored(followedFeeds)?.[id];
  const price = useLatestPrice(id)?.price;
  const condition = useCondition(attributes, price);
  const symbol = feedSymbol(attributes, id);
  const schedule = parseSchedule(attributes);
  const isNamed = condition === 'closed' || condition === 'stale';
  const words = useCorrectedClock((nowMs) =>
    isNamed ? faultWords(condition, { publishTime: price?.publishTime, schedule, nowMs }) : '',
  );
  if (!isNamed) return null;
  const name = MARKS[condition];
  const label = labelled(symbol, words);
  return <Mark name={name} label={label} shapes={SHAPES[name]} />;
}
