import { browser } from 'wxt/browser';
import { extensionVersion } from '../../base/about/version.ts';
import { DEFAULT_BASE_URL } from '../../domain/connection/default-service.ts';
import { consentFor } from '../../domain/connection/service-consent.ts';
import { preferredService } from '../../domain/connection/service-list.ts';
import { journalLine } from '../../domain/diagnostics/journal-event.ts';
import type { ServiceSettings } from '../../domain/settings.ts';
import { alertRules } from '../../storage/values/alerts.ts';
import { catalogStatus } from '../../storage/values/catalog.ts';
import { clockSkew } from '../../storage/values/clock.ts';
import { connectionState } from '../../storage/values/connection.ts';
import { journal, type JournalEntry } from '../../storage/values/diagnostics.ts';
import { activeService, serviceHealth } from '../../storage/values/failover.ts';
import { backgroundUpdates, priceServices, signatures } from '../../storage/values/settings.ts';
import { watchlist } from '../../storage/values/watchlist.ts';
import { isoTime } from '../export/exact-text.ts';

/**
 * Text for a bug report: facts, then the journal, newest first. It is for developers, so it is not
 * translated. It never contains a URL, a header or a name that the user gave.
 */
export async function readReport(): Promise<string> {
  const [facts, services, entries] = await Promise.all([
    readFacts(),
    readServices(),
    journal.getValue(),
  ]);
  const lines = [...facts, ...services].map(
    ([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`,
  );
  return [...lines, '', ...entries.toReversed().map(entryLine), ''].join('\n');
}

type Fact = readonly [name: string, value: unknown];

async function readFacts(): Promise<Fact[]> {
  const [{ state, reason }, clock, mode, signatureMode, feeds, rules, { fetchedAt, error }] =
    await Promise.all([
      connectionState.getValue(),
      clockSkew.getValue(),
      backgroundUpdates.getValue(),
      signatures.getValue(),
      watchlist.getValue(),
      alertRules.getValue(),
      catalogStatus.getValue(),
    ]);
  return [
    ['version', extensionVersion()],
    ['browser', navigator.userAgent],
    ['written', isoTime(Date.now())],
    ['connection', { state, reason }],
    ['clock', clock],
    ['updates', mode],
    ['signatures', signatureMode],
    ['feeds', feeds.length],
    ['alerts', rules.length],
    ['catalog', { fetchedAt: isoTime(fetchedAt), error }],
    ['bytes', { settings: await storedBytes(), history: await historyBytes() }],
  ];
}

async function readServices(): Promise<Fact[]> {
  const [list, active, health, mode] = await Promise.all([
    priceServices.getValue(),
    activeService.getValue(),
    serviceHealth.getValue(),
    signatures.getValue(),
  ]);
  const usedId = active.id || preferredService(list)?.id;
  return list.map((service, index) => [
    `service-${index + 1}`,
    {
      kind: kindOf(service),
      headers: service.headers.length,
      isUsed: service.id === usedId,
      isPaused: service.isPaused,
      consent: consentFor(service, list, { mode, health: health[service.id] }),
      away: health[service.id]?.away ?? null,
    },
  ]);
}

function kindOf({ baseUrl }: ServiceSettings): string {
  if (baseUrl === DEFAULT_BASE_URL) return 'default';
  return baseUrl.startsWith('https:') ? 'https' : 'http';
}

function entryLine({ at, lastAt, times, event }: JournalEntry): string {
  const repeats = times === 1 ? '' : ` (${times}x, ${isoTime(lastAt)})`;
  return `${isoTime(at)} ${journalLine(event)}${repeats}`;
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
