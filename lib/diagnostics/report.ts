import { browser } from 'wxt/browser';
import { formatBytes } from '../connection/data-estimate.ts';
import { serviceProblemWords } from '../connection/service-problem-words.ts';
import { STATE_WORDS } from '../connection/state-words.ts';
import { clockFact } from '../prices/clock-words.ts';
import { alertRules } from '../storage/alerts.ts';
import { catalogueStatus } from '../storage/catalogue.ts';
import { clockSkew } from '../storage/clock.ts';
import { connectionState } from '../storage/connection.ts';
import { counts, journal, type Counts, type JournalEntry } from '../storage/diagnostics.ts';
import {
  backgroundUpdates,
  connectionSettings,
  DEFAULT_BASE_URL,
  signatures,
} from '../storage/settings.ts';
import { watchlist } from '../storage/watchlist.ts';
import type { UnixMilliseconds } from '../units.ts';
import { journalWords } from './journal-words.ts';

/** One line of the diagnostics. */
export type Fact = readonly [name: string, value: string];

/** Facts about this installation and its settings. They never contain a URL or a header. */
export async function readInstallation(): Promise<Fact[]> {
  const [connection, clock, mode, signatureMode, feeds, rules, status, localBytes, siteBytes] =
    await Promise.all([
      connectionSettings.getValue(),
      clockSkew.getValue(),
      backgroundUpdates.getValue(),
      signatures.getValue(),
      watchlist.getValue(),
      alertRules.getValue(),
      catalogueStatus.getValue(),
      storedBytes(),
      historyBytes(),
    ]);
  return [
    ['Pricelight', browser.runtime.getManifest().version],
    ['Browser', navigator.userAgent],
    ['Price service', serviceWords(connection.baseUrl)],
    ['Headers', String(connection.headers.length)],
    ['Computer’s clock', clockFact(clock)],
    ['Background updates', mode],
    ['Signatures', signatureMode],
    ['Watchlist', `${feeds.length} feeds`],
    ['Alerts', String(rules.length)],
    ['Catalogue', status.fetchedAt === 0 ? 'not yet' : formatTime(status.fetchedAt)],
    ['Catalogue problem', status.error ? serviceProblemWords(status.error) : 'none'],
    ['Settings and prices', formatBytes(localBytes)],
    ['History', formatBytes(siteBytes)],
  ];
}

/** The background's counters as facts. */
export function describeCounts(totals: Counts): Fact[] {
  const checked = totals.verified + totals.unchecked + totals.failed;
  const today =
    totals.today.date === Temporal.Now.plainDateISO().toString() ? totals.today.bytes : 0;
  return [
    ['Counted since', totals.since === 0 ? 'not yet' : formatTime(totals.since)],
    ['Worker starts', format(totals.workerStarts)],
    ['Streams opened', format(totals.streams)],
    ['Updates', `${format(totals.updates)}, lately ${totals.updatesPerSecond.toFixed(1)} a second`],
    ['Verified prices', `${format(totals.verified)} of ${format(checked)}`],
    ['Not verified', format(totals.unchecked)],
    ['Failed verification', format(totals.failed)],
    ['Received today', formatBytes(today)],
    ...Object.entries(totals.requests).map(([kind, byStatus]): Fact => [
      `Requests: ${kind}`,
      Object.entries(byStatus)
        .map(([status, times]) => `${status} × ${format(times)}`)
        .join(', '),
    ]),
  ];
}

/** A journal entry as a line of text. */
export function describeEntry({ at, lastAt, times, event }: JournalEntry): string {
  const again = times === 1 ? '' : ` (${format(times)} times, last ${formatTime(lastAt)})`;
  return `${formatTime(at)}  ${journalWords(event)}${again}`;
}

/** The complete diagnostics as text for a bug report. */
export async function readReport(): Promise<string> {
  const [installation, totals, events, { state, reason }] = await Promise.all([
    readInstallation(),
    counts.getValue(),
    journal.getValue(),
    connectionState.getValue(),
  ]);
  return [
    'Pricelight diagnostics',
    `Written: ${formatTime(Date.now())}`,
    `Connection: ${STATE_WORDS[state]}${reason === null ? '' : `. ${serviceProblemWords(reason)}`}`,
    '',
    ...installation.map(factLine),
    '',
    ...describeCounts(totals).map(factLine),
    '',
    ...events.map(describeEntry),
    '',
  ].join('\n');
}

function factLine([name, value]: Fact): string {
  return `${name}: ${value}`;
}

// The base URL may contain a secret, so only report whether it is the default one.
function serviceWords(baseUrl: string): string {
  if (baseUrl === DEFAULT_BASE_URL) return 'the public one';
  return `another one, over ${baseUrl.startsWith('https:') ? 'https' : 'plain http'}`;
}

async function storedBytes(): Promise<number | null> {
  const { local } = browser.storage;
  // Not every Firefox version has this.
  return typeof local.getBytesInUse === 'function' ? local.getBytesInUse() : null;
}

async function historyBytes(): Promise<number | null> {
  const { usage } = await navigator.storage.estimate();
  return usage ?? null;
}

function formatTime(ms: UnixMilliseconds): string {
  const time = Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(
    Temporal.Now.timeZoneId(),
  );
  return time.toPlainDateTime().toString({ smallestUnit: 'second' }).replace('T', ' ');
}

function format(count: number): string {
  return count.toLocaleString('en');
}
