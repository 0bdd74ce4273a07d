import { formatBytes } from '../../domain/connection/data-estimate.ts';
import { formatCount, numberFormat } from '../../base/locale/format.ts';
import { t, type PlainKey } from '../../base/locale/t.ts';
import type { Counts } from '../../storage/values/diagnostics.ts';
import type { Fact } from '../../domain/diagnostics/fact.ts';
import { formatTime } from '../../domain/diagnostics/format-time.ts';

export function describeCounts(totals: Counts): Fact[] {
  const checked = formatCount(totals.verified + totals.unchecked + totals.failed);
  const verified = formatCount(totals.verified);
  const today =
    totals.today.date === Temporal.Now.plainDateISO().toString() ? totals.today.bytes : 0;
  return [
    [t('diagnostics.activity.since'), formatTime(totals.since)],
    [t('diagnostics.activity.workerStarts'), formatCount(totals.workerStarts)],
    [t('diagnostics.activity.streams'), formatCount(totals.streams)],
    [t('diagnostics.activity.updates'), formatCount(totals.updates)],
    [t('diagnostics.activity.updateRate'), updateRate(totals.updatesPerSecond)],
    [
      t('diagnostics.activity.verified'),
      t('diagnostics.activity.verifiedOf', { verified, checked }),
    ],
    [t('diagnostics.activity.unchecked'), formatCount(totals.unchecked)],
    [t('diagnostics.activity.failed'), formatCount(totals.failed)],
    [t('diagnostics.activity.received'), formatBytes(today)],
    ...Object.entries(totals.requests).map(([kind, byStatus]): Fact => [
      requestsWords(kind),
      answersWords(byStatus),
    ]),
  ];
}

function updateRate(perSecond: number): string {
  const digits = { minimumFractionDigits: 1, maximumFractionDigits: 1 };
  return numberFormat(digits).format(perSecond);
}

/** By the stored name of the kind of request. */
const REQUEST_KEYS = new Map<string, PlainKey>([
  ['latest', 'diagnostics.requests.latest'],
  ['stream', 'diagnostics.requests.stream'],
  ['at-a-moment', 'diagnostics.requests.past'],
  ['stake-caps', 'diagnostics.requests.stakeCaps'],
  ['catalogue', 'diagnostics.requests.catalog'],
  ['candles', 'diagnostics.requests.candles'],
  ['other', 'diagnostics.requests.other'],
]);

function requestsWords(kind: string): string {
  const key = REQUEST_KEYS.get(kind);
  return key ? t(key) : kind;
}

/** `200 × 7 · 429 × 1`. */
function answersWords(byStatus: Readonly<Record<string, number>>): string {
  return Object.entries(byStatus)
    .map(([status, times]) => `${statusWords(status)} × ${formatCount(times)}`)
    .join(' · ');
}

function statusWords(status: string): string {
  return status === 'failed' || status === 'redirect'
    ? t(`diagnostics.requests.${status}`)
    : status;
}
