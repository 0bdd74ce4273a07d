import { isDeepEqual } from '@/lib/base/deep-equal.ts';
import { feedsInView } from '@/lib/storage/values/candles.ts';
import { isInView, watchViews } from '../../shared/hooks/in-view.ts';

// Do not report rows that the user only scrolls past.
const REST_MS = 150;

/** Reports the rows in view to the worker, which fetches their candles. Returns a function to stop. */
export function reportRowsInView(list: HTMLElement): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const reportSoon = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => void report([...list.children].filter(isInView)), REST_MS);
  };
  reportSoon();
  const stop = watchViews(reportSoon);
  return () => {
    clearTimeout(timer);
    stop();
  };
}

async function report(rows: readonly Element[]): Promise<void> {
  const ids = rows.flatMap((row) => (row instanceof HTMLElement ? (row.dataset['id'] ?? []) : []));
  if (isDeepEqual(ids, await feedsInView.getValue())) return;
  await feedsInView
    .setValue(ids)
    .catch(() => console.warn('The rows in view could not be stored.'));
}
