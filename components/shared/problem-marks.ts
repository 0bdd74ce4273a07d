import type { VerificationProblem } from '@/lib/domain/signed-updates/verification-problem.ts';
import { FAILED_SHIELD, SHIELD } from './icon-shapes.ts';

/** Shapes of marks, by name. */
export const PROBLEMS = {
  unchecked: SHIELD,
  failed: FAILED_SHIELD,
} as const;

export interface ProblemMarkProps {
  name: keyof typeof PROBLEMS;
  problem: VerificationProblem;
}
