import { keepBudgetsOf } from '@/lib/storage/requests/request-budget.ts';
import { budgetKey } from '@/lib/storage/requests/stored-budget.ts';
import { requestBudgets } from '@/lib/storage/values/connection.ts';
import type { RequestBudget } from '@/lib/domain/connection/state.ts';

/** A service that no request is sent to. */
export const BASE_URL = 'https://prices.example';

const UNUSED: RequestBudget = { sentAt: [], pausedUntil: 0 };

/** The stored budget of a service. */
export async function budgetOf(baseUrl: string): Promise<RequestBudget> {
  return (await requestBudgets.getValue())[budgetKey(baseUrl)] ?? UNUSED;
}

export async function setBudget(baseUrl: string, budget: Partial<RequestBudget>): Promise<void> {
  await requestBudgets.update((all) => ({
    ...all,
    [budgetKey(baseUrl)]: { ...UNUSED, ...all[budgetKey(baseUrl)], ...budget },
  }));
}

/** Resets the counts and the pauses of all services. */
export async function forgetRequests(): Promise<void> {
  await keepBudgetsOf([]);
}
