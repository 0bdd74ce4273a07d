import { browser } from 'wxt/browser';
import { extensionVersion } from '../../base/about/version.ts';
import { formatBytes } from '../../domain/connection/data-estimate.ts';
import type { ServiceProblem } from '../../domain/connection/service-problem.ts';
import { serviceProblemWords } from '../../domain/connection/service-problem-words.ts';
import { formatCount } from '../../base/locale/format.ts';
import { t } from '../../base/locale/t.ts';
import { clockFact } from '../../domain/prices/clock-words.ts';
import { alertRules } from '../../storage/values/alerts.ts';
import { catalogStatus } from '../../storage/values/catalog.ts';
import { clockSkew } from '../../storage/values/clock.ts';
import { connectionState } from '../../storage/values/connection.ts';
import { journal, type JournalEntry } from '../../storage/values/diagnostics.ts';
import { activeService, serviceHealth } from '../../storage/values/failover.ts';
import { backgroundUpdates, priceServices, signatures } from '../../storage/values/settings.ts';
import { watchlist } from '../../storage/values/watchlist.ts';
import { describeServices } from './describe-services.ts';
import { formatTime } from '../../domain/diagnostics/format-time.ts';
import type { Fact } from '../../domain/diagnostics/fact.ts';
import { journalWords } from '../../domain/diagnostics/journal-words.ts';

/** Never contains a URL or a header. */
export async function readInstallation(): Promise<Fact[]> {
  const [services, clock, mode, signatureMode, feeds, rules, status, localBytes, siteBytes] =
    await Promise.all([
      priceServices.getValue(),
      clockSkew.getValue(),
      backgroundUpdates.getValue(),
      signatures.getValue(),
      watchlist.getValue(),
      alertRules.getValue(),
      catalogStatus.getValue(),
      storedBytes(),
      historyBytes(),
    ]);
  return [
    [t('app.name'), extensionVersion()],
    [t('diagnostics.installation.browser'), navigator.userAgent],
    [
      t('diagnostics.installation.headers'),
      formatCount(services.flatMap(({ headers }) => headers).length),
    ],
    [t('diagnostics.installation.clock'), clockFact(clock)],
    [t('updates.title'), t(`updates.mode.${mode}.title`)],
    [t('diagnostics.installation.signatures'), t(`diagnostics.signatures.${signatureMode}`)],
    [t('diagnostics.installation.watchlist'), t('feed.count', { count: feeds.length })],
    [t('diagnostics.installation.alerts'), formatCount(rules.length)],
    [t('diagnostics.installation.feedList'), formatTime(status.fetchedAt)],
    [t('diagnostics.installation.feedListProblem'), problemWords(status.error)],
    [t('diagnostics.installation.stored'), formatBytes(localBytes)],
    [t('diagnostics.installation.history'), formatBytes(siteBytes)],
  ];
}

/** As a line of text. */
export function describeEntry({ at, lastAt, times, event }: JournalEntry): string {
  const line = `${formatTime(at)}  ${journalWords(event)}`;
  if (times === 1) return line;
  return `${line} ${t('diagnostics.repeated', { count: times, time: formatTime(lastAt) })}`;
}

/** As text for a bug report. */
export async function readReport(): Promise<string> {
  const [installation, events, list, active, health, connection, mode] = await Promise.all([
    readInstallation(),
    journal.getValue(),
    priceServices.getValue(),
    activeService.getValue(),
    serviceHealth.getValue(),
    connectionState.getValue(),
    signatures.getValue(),
  ]);
  const { state, reason } = connection;
  const heading: Fact[] = [
    [t('diagnostics.report.written'), formatTime(Date.now())],
    [t('diagnostics.report.connection'), t(`connectionState.${state}`)],
    [t('diagnostics.report.connectionProblem'), problemWords(reason)],
  ];
  return [
    t('diagnostics.report.heading'),
    ...heading.map(factLine),
    '',
    ...installation.map(factLine),
    '',
    ...describeServices({ list, active, health, connection, mode }).map(factLine),
    '',
    ...events.map(describeEntry),
    '',
  ].join('\n');
}

function factLine([name, value]: Fact): string {
  return t('diagnostics.report.fact', { name, value });
}

function problemWords(problem: ServiceProblem | null): string {
  return problem === null ? t('diagnostics.none') : serviceProblemWords(problem);
}

async function storedBytes(): Promise<number | null> {
  const { local } = browser.storage;
  // Some Firefox versions lack this.
  return typeof local.getBytesInUse === 'function' ? local.getBytesInUse() : null;
}

async function historyBytes(): Promise<number | null> {
  const { usage } = await navigator.storage.estimate();
  return usage ?? null;
}
