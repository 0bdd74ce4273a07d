import { preferredService } from '@/lib/domain/connection/service-list.ts';
import { historyServices, priceServices } from '@/lib/storage/values/settings.ts';
import { useStored } from '../../shared/hooks/use-stored.ts';

/** The host of the history service in use; `null`: there is none. */
export function useHistoryHost(): string | null {
  const services = useStored(priceServices);
  const histories = useStored(historyServices);
  const preferred = services && preferredService(services);
  const history = (preferred && histories?.[preferred.id]) ?? null;
  return history && new URL(history.baseUrl).host;
}
