import { browser } from 'wxt/browser';
import { formatBytes } from '../connection/data-estimate.ts';
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

/** One line of the diagnostics: what, and how much or which. */
export type Fact = readonly [name: string, value: string];

/** Facts about this installation and its settings, none of which holds a URL or a header. */
export async function readInstallation(): Promise<Fact[]> {
  const [connection, clock, mode, shown, feeds, rules, status, localBytes, siteBytes] =
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
    ['Signatures', shown],
    ['Watchlist', `${feeds.length} feeds`],
    ['Alerts', String(rules.length)],
    ['Catalogue', status.fetchedAt === 0 ? 'not yet' : formatTime(status.fetchedAt)],
    ['Catalogue problem', status.error ?? 'none'],
    ['Settings and prices', formatBytes(localBytes)],
    ['History', formatBytes(siteBytes)],
  ];
}

/** What the background did, in facts. */
export function describeCounts(known: Counts): Fact[] {
  const judged = known.verified + known.unchecked + known.failed;
  const today = known.today.date === Temporal.Now.plainDateISO().toString() ? known.today.bytes : 0;
  return [
    ['Counted since', known.since === 0 ? 'not yet' : formatTime(known.since)],
    ['Worker starts', format(known.workerStarts)],
    ['Streams opened', format(known.streams)],
    ['Updates', `${format(known.updates)}, lately ${known.updatesPerSecond.toFixed(1)} a second`],
    ['Verified prices', `${format(known.verified)} of ${format(judged)}`],
    ['Not verified', format(known.unchecked)],
    ['Failed verification', format(known.failed)],
    ['Received today', formatBytes(today)],
    ...Object.entries(known.requests).map(([kind, byStatus]): Fact => [
      `Requests: ${kind}`,
      Object.entries(byStatus)
        .map(([status, times]) => `${status} × ${format(times)}`)
        .join(', '),
    ]),
  ];
}

/** One event as a line of text. */
export function describeEntry({ at, lastAt, times, text }: JournalEntry): string {
  const again = times === 1 ? '' : ` (${format(times)} times, last ${formatTime(lastAt)})`;
  return `${formatTime(at)}  ${text}${again}`;
}

/** All of it as text for a bug report. */
export async function readReport(): Promise<string> {
  const [installation, known, events, { state, reason }] = await Promise.all([
    readInstallation(),
    counts.getValue(),
    journal.getValue(),
    connectionState.getValue(),
  ]);
  return [
    'Pricelight diagnostics',
    `Written: ${formatTime(Date.now())}`,
    `Connection: ${STATE_WORDS[state]}${reason === null ? '' : `. ${reason}`}`,
    '',
    ...installation.map(factLine),
    '',
    ...describeCounts(known).map(factLine),
    '',
    ...events.map(describeEntry),
    '',
  ].join('\n');
}

function factLine([name, value]: Fact): string {
  return `${name}: ${value}`;
}

// The address itself may be a secret; that it is the usual one is none.
function serviceWords(baseUrl: string): string {
  if (baseUrl === DEFAULT_BASE_URL) return 'the public one';
  return `another one, over ${baseUrl.startsWith('https:') ? 'https' : 'plain http'}`;
}

async function storedBytes(): Promise<number | null> {
  const { local } = browser.storage;
  // Not in every Firefox.
  return typeof local.getBytesInUse === 'function' ? local.getBytesInUse() : null;
}

async function historyBytes(): Promise<number | null> {
  const { usage } = await navigator.storage.estimate();
  return usage ?? null;
}

function formatTime(ms: number): string {
  const time = Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(
    Temporal.Now.timeZoneId(),
  );
  return time.toPlainDateTime().toString({ smallestUnit: 'second' }).replace('T', ' ');
}

function format(count: number): string {
  return count.toLocaleString('en');
}
