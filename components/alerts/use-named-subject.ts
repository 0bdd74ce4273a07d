import { feedOf } from '@/lib/domain/holdings/subject.ts';
import { styleOf } from '@/lib/domain/alerts/text/figure-style.ts';
import { subjectName, subjectTitle } from '@/lib/domain/alerts/text/subject-words.ts';
import { amountsHidden } from '@/lib/storage/values/holdings.ts';
import { groups } from '@/lib/storage/values/view.ts';
import { useStored } from '../shared/hooks/use-stored.ts';
import { useNamedFeed } from './use-named-feed.ts';

export function useNamedSubject(id: string) {
  const feed = useNamedFeed(feedOf(id) ?? '');
  const areHidden = useStored(amountsHidden) ?? true;
  const naming = { nameOf: () => feed.name, groups: useStored(groups) ?? [] };
  return {
    /** Name for headings. */
    title: subjectTitle(id, naming),
    /** Name at the start of a sentence about an event. */
    name: subjectName(id, naming),
    style: styleOf(id, areHidden),
    attributes: feed.attributes,
    /** Always true for a total. */
    isFollowed: feedOf(id) === null || feed.isFollowed,
  };
}
