import { DEFAULT_BASE_URL } from './default-service.ts';

/** All these services take the same access token. */
export const PUBLIC_SERVICES = {
  public: DEFAULT_BASE_URL,
  newer: 'https://pyth.dourolabs.app/hermes',
} as const;

/** `own`: any other service. */
export type ServiceChoice = keyof typeof PUBLIC_SERVICES | 'own';

export function serviceChoiceOf(baseUrl: string): ServiceChoice {
  if (baseUrl === PUBLIC_SERVICES.public) return 'public';
  return baseUrl === PUBLIC_SERVICES.newer ? 'newer' : 'own';
}

/** All feeds are available on this channel. */
export const PUBLIC_HISTORY_URL = 'https://pyth.dourolabs.app/v1/fixed_rate@200ms';
