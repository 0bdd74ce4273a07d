import { keepPauseAskedFor } from '@/lib/storage/requests/request-budget.ts';

/** As if the service had asked for a pause until then. */
export async function pauseRequests(baseUrl: string, until: number): Promise<void> {
  await keepPauseAskedFor(baseUrl, { status: 429, retryAfterMs: until - Date.now() });
}
