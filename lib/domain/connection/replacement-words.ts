import { t } from '../../base/locale/t.ts';
import type { ActiveService } from './service-health.ts';
import { serviceName, type ServiceList } from './service-list.ts';
import { briefProblemWords } from './service-problem-words.ts';

/** Which service replaces the preferred one, and why; `null` if none does. */
export function replacementWords({ id, reason }: ActiveService, list: ServiceList): string | null {
  const used = list.find((service) => service.id === id);
  const preferred = list.find((service) => service.id === reason?.preferredId);
  if (!used || !preferred || reason === null) return null;
  return t('footer.replaced', {
    used: serviceName(used),
    preferred: serviceName(preferred),
    state: briefProblemWords(reason.problem),
  });
}
