import type { FeedId } from '../../base/units.ts';

/**
 * What can be watched: a feed's price, quoted or converted; one holding's value; or the total of
 * all holdings or a group's.
 */
export type Subject =
  | { readonly kind: 'feed'; readonly feedId: FeedId }
  | { readonly kind: 'price'; readonly feedId: FeedId; readonly currency: string }
  | { readonly kind: 'holding'; readonly feedId: FeedId; readonly currency: string }
  | { readonly kind: 'total'; readonly groupId: string | null; readonly currency: string };

/** Calculated from the prices of several feeds. */
export type CalculatedSubject = Exclude<Subject, { kind: 'feed' }>;

const CURRENCY = '[A-Z]{3}(?:-g)?';
const OF_FEED = new RegExp(`^(price|holding)\\.(${CURRENCY})\\.([0-9a-f]{64})$`);
const TOTAL = new RegExp(`^total\\.(${CURRENCY})(?:\\.([\\w-]{1,64}))?$`);

/** Earlier versions use only feed ids. */
export const SUBJECT_ID = new RegExp(
  `^(?:(?:price|holding)\\.${CURRENCY}\\.)?[0-9a-f]{64}$|${TOTAL.source}`,
);

/** Text used in place of a feed's id. */
export function toSubjectId(subject: Subject): string {
  const { kind } = subject;
  if (kind === 'feed') return subject.feedId;
  const last = kind === 'total' ? subject.groupId : subject.feedId;
  return [kind, subject.currency, ...(last === null ? [] : [last])].join('.');
}

export function subjectOf(id: string): Subject {
  const [, kind, currency = '', feedId = ''] = OF_FEED.exec(id) ?? [];
  if (kind === 'price' || kind === 'holding') return { kind, currency, feedId };
  const total = TOTAL.exec(id);
  if (total) return { kind: 'total', currency: total[1] ?? '', groupId: total[2] ?? null };
  return { kind: 'feed', feedId: id };
}

/** `null` for a total. */
export function feedOf(id: string): FeedId | null {
  const subject = subjectOf(id);
  return subject.kind === 'total' ? null : subject.feedId;
}

/** Holdings are private. */
export function isAboutHoldings(id: string): boolean {
  const { kind } = subjectOf(id);
  return kind === 'holding' || kind === 'total';
}
