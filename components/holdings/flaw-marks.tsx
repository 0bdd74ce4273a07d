import type { Flaw, Flaws } from '@/lib/domain/holdings/ingredients.ts';
import { t } from '@/lib/base/locale/t.ts';
import { CLOCK, MOON, SHIELD } from '../shared/icon-paths.ts';
import { Mark } from '../shared/mark.tsx';
import { useFeedNames } from '../hooks/use-feed-names.ts';

const MARKS = [
  ['closed', 'currency.legClosed', 'moon', MOON],
  ['stale', 'currency.legStale', 'clock', CLOCK],
  ['unproven', 'holdings.legUnproven', 'unchecked', SHIELD],
] as const satisfies readonly (readonly [Flaw, string, string, string])[];

/** One mark for each flaw of a holding's value, which names the feeds that have it. */
export function FlawMarks({ flaws }: { flaws: Flaws }) {
  const nameOf = useFeedNames();
  return MARKS.map(([flaw, key, name, path]) => {
    const words = flaws[flaw].map((id) => t(key, { symbol: nameOf(id) }));
    return words.length === 0 ? null : (
      <Mark key={flaw} name={name} label={words.join('\n')} path={path} />
    );
  });
}
