import { describe, expect, it } from 'vitest';
import { parseRule } from '@/lib/domain/alerts/model/rule.ts';
import {
  feedOf,
  isAboutHoldings,
  SUBJECT_ID,
  toSubjectId,
  subjectOf,
  type Subject,
} from '@/lib/domain/holdings/subject.ts';
import { FEED_ID } from '../alerts/builders.ts';

const SUBJECTS: Subject[] = [
  { kind: 'feed', feedId: FEED_ID },
  { kind: 'price', feedId: FEED_ID, currency: 'XAU-g' },
  { kind: 'holding', feedId: FEED_ID, currency: 'EUR' },
  { kind: 'total', groupId: null, currency: 'USD' },
  { kind: 'total', groupId: '2f1c7c1e-5a5e-4b7d-9d55-0c7f2b1f6a10', currency: 'BTC' },
];

describe('what an alert watches', () => {
  it.each(SUBJECTS)('is the same after it was stored as text: $kind', (subject) => {
    const id = toSubjectId(subject);
    expect(id).toMatch(SUBJECT_ID);
    expect(subjectOf(id)).toEqual(subject);
  });

  it.each(['', 'total', 'total.eur', `price.EUR.${FEED_ID}0`, `price.EUR`, 'total.EUR.a|b', 'x'])(
    'is nothing else: %s',
    (id) => {
      expect(id).not.toMatch(SUBJECT_ID);
      const trigger = { kind: 'is', side: 'above', level: '1' };
      expect(parseRule({ id: 'a', feedId: id, trigger })).toHaveProperty('problem');
    },
  );

  it('belongs to a feed, except for a total; only holdings are private', () => {
    const ids = SUBJECTS.map(toSubjectId);
    expect(ids.map(feedOf)).toEqual([FEED_ID, FEED_ID, FEED_ID, null, null]);
    expect(ids.map(isAboutHoldings)).toEqual([false, false, true, true, true]);
  });
});
