import { serviceProblemWords } from '@/lib/domain/connection/service-problem-words.ts';
import { historyPause } from '@/lib/storage/values/history.ts';
import type { ChangePeriod } from '@/lib/domain/history/periods.ts';
import { useStored } from '../shared/hooks/use-stored.ts';
import { NoChangeMark } from './no-change-mark.tsx';

/** In place of a change whose past price does not arrive: the reason. */
export default function PausedChange({ period }: { period: ChangePeriod }) {
  const problem = useStored(historyPause)?.reason;
  return problem && <NoChangeMark period={period} reason={serviceProblemWords(problem)} />;
}
