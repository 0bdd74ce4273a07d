import { RequestBudget } from '@/lib/storage/requests/request-budget.ts';
import { requestBudgets } from '@/lib/storage/values/connection-memory.ts';
import type { OriginBudget } from '@/lib/domain/connection/state.ts';

/** A service that no request is sent to. */
export const BASE_URL = 'https://prices.example';

/** The budget of a page, or of a worker whose clock is never stepped. */
export const budget = new RequestBudget();

const UNUSED: OriginBudget = { sentAt: [], pausedUntil: 0 };

/** The stored budget of a service. */
export async function budgetOf(baseUrl: string): Promise<OriginBudget> {
  return (await requestBudgets.getValue())[new URL(baseUrl).origin] ?? UNUSED;
}

export async function setBudget(baseUrl: string, changed: Partial<OriginBudget>): Promise<void> {
  const { origin } = new URL(baseUrl);
  await requestBudgets.update((all) => ({
    ...all,
    [origin]: { ...UNUSED, ...all[origin], ...changed },
  }));
}

/** Resets the counts and the pauses of all services. */
export async function forgetRequests(): Promise<void> {
  await requestBudgets.setValue({});
}
