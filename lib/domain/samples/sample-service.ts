import { DEFAULT_BASE_URL } from '../connection/default-service.ts';
import type { ServiceList } from '../connection/service-list.ts';
import { SAMPLE_ID, type ServiceSettings } from '../settings.ts';

/** The price service in the extension itself. Nothing is sent to its base URL, which cannot exist. */
export const SAMPLE_SERVICE: ServiceSettings = {
  id: SAMPLE_ID,
  name: '',
  baseUrl: 'https://samples.invalid',
  headers: [],
  isPaused: false,
  mayMixUnverified: false,
};

/** The `serviceMark` of this service. */
export const SAMPLE_MARK = '4b9978c78165a3ba773ce95f319b3216';

/** Stands in for the signed bytes in updates of sample prices. */
export const SAMPLE_DATA = 'Sample prices, not real';

/** Whether the user has entered neither a price service nor a header, such as an access token. */
export function isUntouched(services: ServiceList): boolean {
  return services.every(
    ({ baseUrl, headers }) => baseUrl === DEFAULT_BASE_URL && headers.length === 0,
  );
}
