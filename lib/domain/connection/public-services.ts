import { DEFAULT_BASE_URL } from './default-service.ts';

/** The base URLs of the public price service. They take the same access token. */
export const PUBLIC_SERVICES = {
  public: DEFAULT_BASE_URL,
  newer: 'https://pyth.dourolabs.app/hermes',
} as const;

/** One of the known services; `own`: any other. */
export type ServiceChoice = keyof typeof PUBLIC_SERVICES | 'own';

/** Which of the known services a base URL is. */
export function serviceChoiceOf(baseUrl: string): ServiceChoice {
  if (baseUrl === PUBLIC_SERVICES.public) return 'public';
  return baseUrl === PUBLIC_SERVICES.newer ? 'newer' : 'own';
}

/** The history service of the public price service. The channel is one that all feeds have. */
export const PUBLIC_HISTORY_URL = 'https://pyth.dourolabs.app/v1/fixed_rate@200ms';
