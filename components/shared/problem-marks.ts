import type { VerificationProblem } from '@/lib/signed-updates/verification-problem.ts';

export const SHIELD = 'M6 .9 10.3 2.5v3.2c0 2.6-1.8 4.5-4.3 5.4C3.5 10.2 1.7 8.3 1.7 5.7V2.5z';

/** The paths of the marks of prices that are not verified, by name. */
export const PROBLEMS = {
  unchecked: SHIELD,
  failed: `${SHIELD}M6 3.6v3M6 8.3v.3`,
} as const;

export interface ProblemMarkProps {
  name: keyof typeof PROBLEMS;
  problem: VerificationProblem;
}
