import type { ChangePeriod } from '../../domain/history/periods.ts';
import type { FeedId } from '../../base/units.ts';
import { hasShape, isMapOf, isNullOr, isNumber, isText } from '../guards.ts';
import type { StoredFormat } from '../parse-stored.ts';
import type { HistoryPause, HistoryStored, HistoryWanted } from '../../domain/history/wanted.ts';
import { isServiceProblem } from '../service-problem-guard.ts';
import { defineStoredItem, type StoredItem } from '../stored-item.ts';

// The past prices that the rows show, outside the database so that the first paint need not open it.
// The texts are parsed one by one, where they are shown.
const texts: StoredFormat<Record<FeedId, string>> = {
  looksRight: isMapOf(isText),
  schema: (schemas) => schemas.texts,
  fallback: {},
};

/**
 * The prices that changes over a period start from, feed id → text of `writePastPrice`. One item per
 * period, so that a page reads and watches the shown one only.
 */
export const references: Record<ChangePeriod, StoredItem<Record<FeedId, string>>> = {
  '1h': defineStoredItem('local:references1h', texts),
  '24h': defineStoredItem('local:references24h', texts),
  '7d': defineStoredItem('local:references7d', texts),
};

/** The sparklines of the watchlist, feed id → text of `writeSpark`. */
export const sparklines = defineStoredItem<Record<FeedId, string>>('local:sparklines', texts);

/** The chart that a page shows. The worker fills its gaps while the page is open. */
export const historyWanted = defineStoredItem<HistoryWanted | null>('session:historyWanted', {
  schema: (schemas) => schemas.historyWanted,
  fallback: null,
});

/** Whether a page shows the changes over all periods, not only over the chosen one. */
export const everyChangeWanted = defineStoredItem<boolean>('session:everyChangeWanted', {
  schema: (schemas) => schemas.flag,
  fallback: false,
});

/** When samples were last written. It changes whenever there are new ones to read. */
export const historyStored = defineStoredItem<HistoryStored>('session:historyStored', {
  schema: (schemas) => schemas.historyStored,
  fallback: { liveAt: 0, askedAt: 0, thinnedAt: 0 },
});

/** Why and until when no past prices are requested. */
export const historyPause = defineStoredItem<HistoryPause>('session:historyPause', {
  looksRight: hasShape<HistoryPause>({
    until: isNumber,
    failures: isNumber,
    reason: isNullOr(isServiceProblem),
  }),
  schema: (schemas) => schemas.historyPause,
  fallback: { until: 0, failures: 0, reason: null },
});
