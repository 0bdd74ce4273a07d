import type { ServiceSettings } from '../settings.ts';

export const DEFAULT_BASE_URL = 'https://hermes.pyth.network';

export const DEFAULT_SERVICE: ServiceSettings = {
  id: 'first',
  name: '',
  baseUrl: DEFAULT_BASE_URL,
  headers: [],
  isPaused: false,
  mayMixUnverified: false,
};
