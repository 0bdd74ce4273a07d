import { useMemo, useState } from 'react';
import { toExactPrice } from '@/lib/domain/alerts/model/price.ts';
import type { Currency } from '@/lib/domain/currency/currencies.ts';
import type { CurrencyFeeds } from '@/lib/domain/currency/currency-feed.ts';
import { routeOfFeed } from '@/lib/domain/currency/route.ts';
import { heldCurrency } from '@/lib/domain/holdings/position.ts';
import { subjectOf, toSubjectId } from '@/lib/domain/holdings/subject.ts';
import { worthCurrency } from '@/lib/domain/market/worth.ts';
import type { FeedAttributes } from '@/lib/domain/prices/attributes.ts';
import { currencyFeeds, displayCurrency } from '@/lib/storage/values/currency.ts';
import { followedFeeds } from '@/lib/storage/values/catalog.ts';
import { holdings } from '@/lib/storage/values/holdings.ts';
import { useSubject } from '../../alerts/use-subject.ts';
import { useRehearsal } from '../../shared/hooks/use-rehearsal.ts';
import { useAllStored } from '../../shared/hooks/use-stored.ts';
import { goBack } from '../../shared/route.ts';
import { useAlertDraft, type AlertTask } from './use-alert-draft.ts';

/**
 * The alert that is being written, with all that its sentence, its line on the chart and its options
 * show; `null` if there is none.
 *
 * @param place the feed or total that is shown
 */
export function useComposedAlert(place: string, task: AlertTask | null) {
  const { choices, first } = useSubjectChoices(place);
  const [chosen, setChosen] = useState({ key: '', id: '' });
  // Levels on the chart are levels of the quoted price.
  const usual = task?.level === null && !task.rule ? first : (task?.subjectId ?? place);
  const id = chosen.key === task?.key ? chosen.id : usual;
  const subject = useSubject(id);
  const { latest, style } = subject;
  const exact = latest && !style.isHidden ? toExactPrice(latest) : null;
  const writing = useAlertDraft(task, { id, exact }, goBack);
  const { described } = writing;
  const rehearsing = useRehearsal(task && !style.isHidden ? { ...subject, id } : null, described);
  if (!task) return null;
  return {
    ...writing,
    task,
    subject: { ...subject, id, exact },
    rehearsing,
    /** What the alert can be about; one if there is no choice. */
    choices: [...new Set([...choices, task.subjectId])],
    choose: (other: string): void => setChosen({ key: task.key, id: other }),
    /** The level that the chart shows, a plain decimal. */
    level: described?.trigger.kind === 'crosses' ? described.trigger.level : null,
  };
}

export type ComposedAlert = NonNullable<ReturnType<typeof useComposedAlert>>;

const ITEMS = {
  currency: displayCurrency,
  feeds: currencyFeeds,
  followed: followedFeeds,
  held: holdings,
};

/**
 * What an alert on a feed can be about: the converted price, the quoted price, the value of its
 * holding, and the total. `first` is the default.
 */
function useSubjectChoices(id: string): { choices: readonly string[]; first: string } {
  const stored = useAllStored(ITEMS);
  return useMemo(() => {
    if (subjectOf(id).kind !== 'feed' || !stored) return { choices: [id], first: id };
    const { currency, feeds, held, followed } = stored;
    const attributes = followed[id];
    const converted = attributes ? convertedPrice({ id, attributes }, currency, feeds) : null;
    const ofHoldings = Object.keys(held).length === 0 ? [] : [totalIn(currency)];
    const inCurrency = attributes ? (currency ?? heldCurrency(attributes)) : null;
    const ofHolding =
      held[id] && inCurrency !== null
        ? [toSubjectId({ kind: 'holding', feedId: id, currency: inCurrency })]
        : [];
    const choices = [...(converted ?? []), id, ...ofHolding, ...ofHoldings];
    return { choices, first: converted?.[0] ?? id };
  }, [id, stored]);
}

function convertedPrice(
  feed: { id: string; attributes: FeedAttributes },
  currency: Currency | null,
  feeds: CurrencyFeeds,
): [string] | null {
  if (currency === null || routeOfFeed(feed, currency, feeds) === null) return null;
  return [toSubjectId({ kind: 'price', feedId: feed.id, currency })];
}

function totalIn(currency: Currency | null): string {
  return toSubjectId({ kind: 'total', groupId: null, currency: worthCurrency({ currency }) });
}
