import type { ConnectionSettings, HistoryServices, ServiceSettings } from '../settings.ts';
import { isAuthorization } from './headers.ts';
import { PUBLIC_HISTORY_URL, serviceChoiceOf } from './public-services.ts';
import { preferredService, type ServiceList } from './service-list.ts';

/** The history service that belongs to the preferred price service. */
export function historyInUse(
  services: ServiceList,
  histories: HistoryServices,
): ConnectionSettings | null {
  const preferred = preferredService(services);
  return (preferred && histories[preferred.id]) ?? null;
}

/**
 * The history service of a price service's operator, if known. The two services take the same
 * access token.
 */
export function suggestedHistory({
  baseUrl,
  headers,
}: ConnectionSettings): ConnectionSettings | null {
  if (serviceChoiceOf(baseUrl) === 'own') return null;
  const token = headers.filter(({ name }) => isAuthorization(name));
  return { baseUrl: PUBLIC_HISTORY_URL, headers: token };
}

/**
 * The history service to suggest, if the user has an access token for it and was not asked before.
 */
export function historyToOffer(
  service: ServiceSettings,
  histories: HistoryServices,
): ConnectionSettings | null {
  if (Object.hasOwn(histories, service.id)) return null;
  const suggested = suggestedHistory(service);
  return suggested && suggested.headers.length > 0 ? suggested : null;
}

/**
 * Updates history services after a change of the list: drops those of removed services and replaces
 * access tokens.
 */
export function followServices(
  histories: HistoryServices,
  now: ServiceList,
  before: ServiceList,
): HistoryServices {
  const entries = now.flatMap((service): Array<[string, ConnectionSettings | null]> => {
    const history = histories[service.id];
    if (history === undefined) return [];
    const then = before.find(({ id }) => id === service.id);
    return [
      [service.id, history && then ? withToken(history, tokenIn(then), tokenIn(service)) : history],
    ];
  });
  return Object.fromEntries(entries);
}

/** A token that the price service and its history service share is replaced in both services. */
function withToken(
  history: ConnectionSettings,
  before: string | undefined,
  now: string | undefined,
): ConnectionSettings {
  if (before === now || before === undefined || now === undefined) return history;
  const headers = history.headers.map((header) =>
    isAuthorization(header.name) && header.value === before ? { ...header, value: now } : header,
  );
  return { ...history, headers };
}

function tokenIn({ headers }: ConnectionSettings): string | undefined {
  return headers.find(({ name }) => isAuthorization(name))?.value;
}
