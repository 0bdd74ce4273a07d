import type { ServiceProblem } from '@/lib/domain/connection/service-problem.ts';
import { serviceProblemWords } from '@/lib/domain/connection/service-problem-words.ts';

interface ConnectionReasonProps {
  problem: ServiceProblem;
  className: string | undefined;
}

/** What keeps prices from arriving. */
export default function ConnectionReason({ problem, className }: ConnectionReasonProps) {
  const words = serviceProblemWords(problem);
  return (
    <span className={className} title={words}>
      {words}
    </span>
  );
}
