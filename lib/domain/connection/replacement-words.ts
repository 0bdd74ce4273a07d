import { t } from '../../base/locale/t.ts';
import type { ActiveService } from './service-health.ts';
import type { ServiceProblem } from './service-problem.ts';
import { serviceName, type ServiceList } from './service-list.ts';

export interface Replacement {
  used: string;
  preferred: string;
  problem: ServiceProblem;
}

/** Which service replaces the preferred one. */
export function replacementOf(
  { id, reason }: ActiveService,
  list: ServiceList,
): Replacement | null {
  const used = list.find((service) => service.id === id);
  const preferred = list.find((service) => service.id === reason?.preferredId);
  if (!used || !preferred || reason === null) return null;
  return {
    used: serviceName(used),
    preferred: serviceName(preferred),
    problem: reason.problem,
  };
}

/** Where prices come from, and why. */
export function replacementWords({ used, preferred, problem }: Replacement): string {
  return t(`footer.replaced.${kindOf(problem)}`, { used, preferred });
}

function kindOf(problem: ServiceProblem) {
  switch (problem.code) {
    case 'timeout':
    case 'unreachable':
    case 'stream-broke':
      return 'noAnswer';
    case 'stream-silent':
    case 'no-prices':
    case 'no-feed-offered':
      return 'noPrices';
    case 'token-needed':
    case 'token-rejected':
    case 'not-covered':
      return 'token';
    case 'paused':
      return 'limit';
    case 'unverified-prices':
      return 'unverified';
    default:
      return 'problem';
  }
}
