import { verificationWords } from '@/lib/signed-updates/verification-words.ts';
import { Mark } from './mark.tsx';
import { PROBLEM_MARKS, type ProblemMarkProps } from './problem-marks.ts';

/** The mark of a price that is not verified, with the reason. */
export default function WordedMark({ name, problem }: ProblemMarkProps) {
  const { label, path } = PROBLEM_MARKS[name];
  return <Mark name={name} label={`${label}: ${verificationWords(problem)}`} path={path} />;
}
