import { listView } from '@/lib/storage/values/view.ts';
import type { ChangePeriod } from '@/lib/domain/history/periods.ts';
import { useStoredPart } from './use-stored.ts';

export function useChangePeriod(): ChangePeriod {
  return useStoredPart(listView, (view) => (view ?? listView.fallback).changePeriod);
}
