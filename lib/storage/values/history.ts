import { isTextMap } from '../../base/is-map.ts';
import type { FeedId } from '../../base/units.ts';
import { z } from '../../base/zod.ts';
import type { ChangePeriod } from '../../domain/history/periods.ts';
import {
  historyPauseSchema,
  historyStoredSchema,
  wantedSchema,
} from '../../domain/history/wanted.ts';
import { stored, type StoredItem } from '../stored.ts';

// Outside the database for the first paint. Texts are parsed where they are shown.
const textsSchema = z.record(z.string(), z.string());

/**
 * Past prices where changes start, as texts of `writePastPrice`. Exchange rates at another feed's
 * close have a `rateKey`. One item per period, so that a page reads only the shown period.
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
    isFit: isTextMap,
    fallback: {},
  });
}

/** Texts of `writeSpark`. */
export const sparklines = stored<Record<FeedId, string>>('local:sparklines', {
  schema: textsSchema,
  isFit: isTextMap,
  fallback: {},
  uses: ['firstPaint'],
});

/** The worker fills the gaps of the chart that a page shows. */
export const historyWanted = stored('session:historyWanted', {
  schema: z.nullable(wantedSchema),
  fallback: null,
});

/** Whether a page shows changes over all periods. */
export const everyChangeWanted = stored('session:everyChangeWanted', {
  schema: z.boolean(),
  fallback: false,
});

/** Changes whenever there are new samples to read. */
export const historyStored = stored('session:historyStored', {
  schema: historyStoredSchema,
  fallback: { liveAt: 0, askedAt: 0, thinnedAt: 0 },
});

/** Why and until when no past prices are requested. */
export const historyPause = stored('session:historyPause', {
  schema: historyPauseSchema,
  fallback: { until: 0, failures: 0, reason: null },
});
