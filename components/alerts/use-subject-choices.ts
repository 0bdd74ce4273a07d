import { useMemo } from 'react';
import { subjectId, subjectOf } from '@/lib/domain/holdings/subject.ts';
import { currencyLabel } from '@/lib/domain/currency/currency-label.ts';
import { routeOfFeed } from '@/lib/domain/currency/route.ts';
import { heldCurrency } from '@/lib/domain/holdings/position.ts';
import { t } from '@/lib/base/locale/t.ts';
import { followedFeeds } from '@/lib/storage/values/catalog.ts';
import { currencyFeeds, displayCurrency } from '@/lib/storage/values/currency.ts';
import { holdings } from '@/lib/storage/values/holdings.ts';
import { useStored } from '../shared/hooks/use-stored.ts';

/**
 * What a new alert can watch: the quoted price, the row's price, and the value of a holding.
 * `first` is the default.
 */
export function useSubjectChoices(id: string): { choices: readonly string[]; first: string } {
  const chosen = useStored(displayCurrency) ?? null;
  const feeds = useStored(currencyFeeds);
  const attributes = useStored(followedFeeds)?.[id];
  const held = useStored(holdings)?.[id];
  return useMemo(() => {
    if (subjectOf(id).kind !== 'feed' || !attributes) return { choices: [id], first: id };
    const isConverted =
      chosen !== null && feeds && routeOfFeed({ id, attributes }, chosen, feeds) !== null;
    const converted = isConverted
      ? [subjectId({ kind: 'price', feedId: id, currency: chosen })]
      : [];
    const currency = chosen ?? heldCurrency(attributes);
    const holding =
      held && currency !== null ? [subjectId({ kind: 'holding', feedId: id, currency })] : [];
    return { choices: [...converted, id, ...holding], first: converted[0] ?? id };
  }, [id, chosen, feeds, attributes, held]);
}

export function subjectChoiceWords(id: string): string {
  const subject = subjectOf(id);
  if (subject.kind === 'feed' || subject.kind === 'total') return t('alertForm.subject.quoted');
  const currency = currencyLabel(subject.currency);
  return t(`alertForm.subject.${subject.kind}`, { currency });
}
