import { budget } from './storage/requests/budgets.ts';

/** As if the service had asked for a pause until then. */
export async function pauseRequests(baseUrl: string, until: number): Promise<void> {
  await budget.refuse(baseUrl, { status: 429, retryAfterMs: until - Date.now() });
}
