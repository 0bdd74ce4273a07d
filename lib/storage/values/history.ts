import type { FeedId } from '../../base/units.ts';
import { z } from '../../base/zod.ts';
import type { ChangePeriod } from '../../domain/history/periods.ts';
import {
  historyPauseSchema,
  historyStoredSchema,
  wantedSchema,
} from '../../domain/history/wanted.ts';
import { stored, type StoredItem } from '../stored.ts';

// The past prices that the rows show, outside the database so that the first paint need not open it.
// The texts are parsed one by one, where they are shown.
const textsSchema = z.record(z.string(), z.string());

/**
 * The prices that changes over a period start from, feed id → text of `writePastPrice`; exchange rates
 * at another feed's close have a `rateKey`. One item per period, so that a page reads and watches the
 * shown one only.
 */
export const references: Record<ChangePeriod, StoredItem<Record<FeedId, string>>> = {
  '1h': referencesOf('1h'),
  '24h': referencesOf('24h'),
  '7d': referencesOf('7d'),
  close: referencesOf('close'),
  today: referencesOf('today'),
};

function referencesOf(period: ChangePeriod): StoredItem<Record<FeedId, string>> {
  return stored(`local:references${period}`, {
    schema: textsSchema,
    fallback: {},
    uses: ['workerStart'],
  });
}

/** The sparklines of the watchlist, feed id → text of `writeSpark`. */
export const sparklines = stored<Record<FeedId, string>>('local:sparklines', {
  schema: textsSchema,
  fallback: {},
  uses: ['firstPaint'],
});

/** The chart that a page shows. The worker fills its gaps while the page is open. */
export const historyWanted = stored('session:historyWanted', {
  schema: z.nullable(wantedSchema),
  fallback: null,
});

/** Whether a page shows the changes over all periods, not only over the chosen one. */
export const everyChangeWanted = stored('session:everyChangeWanted', {
  schema: z.boolean(),
  fallback: false,
});

/** When samples were last written. It changes whenever there are new ones to read. */
export const historyStored = stored('session:historyStored', {
  schema: historyStoredSchema,
  fallback: { liveAt: 0, askedAt: 0, thinnedAt: 0 },
});

/** Why and until when no past prices are requested. */
export const historyPause = stored('session:historyPause', {
  schema: historyPauseSchema,
  fallback: { until: 0, failures: 0, reason: null },
});
