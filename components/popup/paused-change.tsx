import { serviceProblemWords } from '@/lib/connection/service-problem-words.ts';
import { historyPause } from '@/lib/storage/history.ts';
import { useStored } from '../hooks/use-stored.ts';
import { NoChangeMark } from './no-change-mark.tsx';

/** In place of a change whose past price does not arrive: the reason. @param words the period */
export default function PausedChange({ words }: { words: string }) {
  const problem = useStored(historyPause)?.reason;
  return problem && <NoChangeMark words={words} reason={serviceProblemWords(problem)} />;
}
