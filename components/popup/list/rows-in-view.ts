import { historyInUse } from '@/lib/domain/connection/history-services.ts';
import { isDeepEqual } from '@/lib/base/deep-equal.ts';
import { feedsInView } from '@/lib/storage/values/candles.ts';
import { areSamplesShown } from '@/lib/storage/values/samples.ts';
import { historyServices, priceServices } from '@/lib/storage/values/settings.ts';
import { isInView, watchViews } from '../../shared/hooks/in-view.ts';

// Do not report rows that the user only scrolls past.
const REST_MS = 150;

/**
 * Reports the rows in view to the worker, which fetches their candles, if there is a history
 * service. Returns a function that stops it.
 */
export function reportRowsInView(list: HTMLElement): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const reportSoon = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => void report([...list.children].filter(isInView)), REST_MS);
  };
  reportSoon();
  const stops = [watchViews(reportSoon), historyServices.watch(reportSoon)];
  return () => {
    clearTimeout(timer);
    for (const stop of stops) stop();
  };
}

async function report(rows: readonly Element[]): Promise<void> {
  const [areSamples, services, histories, before] = await Promise.all([
    areSamplesShown.getValue(),
    priceServices.getValue(),
    historyServices.getValue(),
    feedsInView.getValue(),
  ]);
  const ids = rows.flatMap((row) => (row instanceof HTMLElement ? (row.dataset['id'] ?? []) : []));
  const hasCandles = areSamples || historyInUse(services, histories) !== null;
  if (!hasCandles || isDeepEqual(ids, before)) return;
  await feedsInView
    .setValue(ids)
    .catch(() => console.warn('The rows in view could not be stored.'));
}
