import { suggestedHistory } from '../../domain/connection/history-services.ts';
import { updateService } from '../../domain/connection/service-list.ts';
import { isUntouched } from '../../domain/samples/sample-service.ts';
import type { ConnectionSettings } from '../../domain/settings.ts';
import { areSamplesShown } from '../../storage/values/samples.ts';
import { historyServices, priceServices } from '../../storage/values/settings.ts';
import { watchlist } from '../../storage/values/watchlist.ts';
import { testConnection } from './test-connection.ts';
import { describeTest, type TestReport } from './test-words.ts';

interface GoLiveOutcome {
  isLive: boolean;
  /** Number of feeds on the watchlist that the access token does not cover. */
  notCovered: number;
  report: TestReport;
}

interface GoLiveOptions {
  /** Id of the stored service that these settings replace. */
  serviceId: string;
  /** Whether the operator's history service may use the access token too. */
  sharesToken: boolean;
  signal?: AbortSignal;
}

/**
 * Tests the settings of a price service. If it sends a price for the user's feeds, stores the
 * settings, so that the worker ends the sample prices; otherwise changes nothing.
 *
 * @throws StorageWriteError, or the signal's reason
 */
export async function goLive(
  service: ConnectionSettings,
  { serviceId, sharesToken, signal }: GoLiveOptions,
): Promise<GoLiveOutcome> {
  const [services, ids] = await Promise.all([priceServices.getValue(), watchlist.getValue()]);
  const result = await testConnection(service, {
    isFollowed: services.some(({ baseUrl }) => baseUrl === service.baseUrl),
    watchlist: ids,
    countsNotCovered: true,
    ...(signal && { signal }),
  });
  const { prices, notCoveredCount } = result;
  const hasOtherFeeds = result.notCovered.length > 0 && notCoveredCount < ids.length;
  const isLive = prices?.ok === true || hasOtherFeeds;
  const outcome = { isLive, notCovered: notCoveredCount, report: describeTest(result) };
  if (!isLive) return outcome;
  await storeService(service, serviceId, sharesToken);
  // The worker notices any other service or header. Last: if the page closes earlier, the samples
  // remain and the user can repeat the step.
  if (isUntouched(await priceServices.getValue())) await areSamplesShown.setValue(false);
  return outcome;
}

async function storeService(
  { baseUrl, headers }: ConnectionSettings,
  id: string,
  sharesToken: boolean,
): Promise<void> {
  await priceServices.update((services) => updateService(services, id, { baseUrl, headers }));
  const history = suggestedHistory({ baseUrl, headers });
  if (!history || history.headers.length === 0) return;
  await historyServices.update((known) => ({ ...known, [id]: sharesToken ? history : null }));
}
