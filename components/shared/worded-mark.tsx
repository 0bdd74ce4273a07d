import { t } from '@/lib/base/locale/t.ts';
import { verificationWords } from '@/lib/domain/signed-updates/verification-words.ts';
import { Mark } from './mark.tsx';
import { PROBLEMS, type ProblemMarkProps } from './problem-marks.ts';

const KEYS = { unchecked: 'row.mark.notVerified', failed: 'row.mark.failed' } as const;

/** With the reason. */
export default function WordedMark({ name, problem }: ProblemMarkProps) {
  const label = t(KEYS[name], { reason: verificationWords(problem) });
  return <Mark name={name} label={label} shapes={PROBLEMS[name]} />;
}
