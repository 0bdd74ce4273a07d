import { historyInUse } from '@/lib/domain/connection/history-services.ts';
import { isDeepEqual } from '@/lib/base/deep-equal.ts';
import { feedsInView } from '@/lib/storage/values/candles.ts';
import { areSamplesShown } from '@/lib/storage/values/samples.ts';
import { historyServices, priceServices } from '@/lib/storage/values/settings.ts';

// Rows that the user only scrolls past are not reported.
const REST_MS = 150;

/**
 * Tells the worker which rows of a list can be seen, so that it fetches their candles, if there is a
 * history service. Returns how to stop that.
 */
export function reportRowsInView(list: HTMLElement): () => void {
  const inView = new Set<Element>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const reportSoon = (): void => {
    clearTimeout(timer);
    timer = setTimeout(
      () => void report([...list.children].filter((row) => inView.has(row))),
      REST_MS,
    );
  };
  const views = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) {
      if (isIntersecting) inView.add(target);
      else inView.delete(target);
    }
    reportSoon();
  });
  const observeAll = (): void => {
    views.disconnect();
    inView.clear();
    for (const row of list.children) views.observe(row);
  };
  const changes = new MutationObserver(observeAll);
  changes.observe(list, { childList: true });
  observeAll();
  const stopWatching = historyServices.watch(reportSoon);
  return () => {
    clearTimeout(timer);
    stopWatching();
    changes.disconnect();
    views.disconnect();
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
