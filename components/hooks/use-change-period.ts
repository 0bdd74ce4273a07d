import { listView, type ChangePeriod } from '@/lib/storage/view.ts';
import { useStoredPart } from './use-stored.ts';

/** The period that the user chose for price changes. */
export function useChangePeriod(): ChangePeriod {
  return useStoredPart(listView, (view) => (view ?? listView.fallback).changePeriod);
}
