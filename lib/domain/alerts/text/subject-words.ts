import { currencyLabel } from '../../currency/currency-label.ts';
import { t } from '../../../base/locale/t.ts';
import type { FeedId } from '../../../base/units.ts';
import { subjectOf } from '../../holdings/subject.ts';

export interface SubjectNames {
  /** A feed's display name or symbol. */
  readonly nameOf: (feedId: FeedId) => string;
  readonly groups: readonly { readonly id: string; readonly name: string }[];
}

/** For headings: `BTC/USD in EUR`, `Total value in EUR`. */
export function subjectTitle(id: string, naming: SubjectNames): string {
  const subject = subjectOf(id);
  const name = subjectName(id, naming);
  if (subject.kind === 'feed') return name;
  return t('alerts.subject.inCurrency', { name, currency: currencyLabel(subject.currency) });
}

/** For the start of a sentence. The figures in the sentence name the currency. */
export function subjectName(id: string, { nameOf, groups }: SubjectNames): string {
  const subject = subjectOf(id);
  switch (subject.kind) {
    case 'holding':
      return t('alerts.subject.holding', { name: nameOf(subject.feedId) });
    case 'total': {
      const { groupId } = subject;
      if (groupId === null) return t('alerts.subject.total');
      const group = groups.find((each) => each.id === groupId)?.name ?? t('group.unnamed');
      return t('alerts.subject.group', { group });
    }
    default:
      return nameOf(subject.feedId);
  }
}
