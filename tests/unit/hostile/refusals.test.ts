import { describe, expect, it, onTestFinished } from 'vitest';
import { describeFailure } from '@/lib/background/connection/failure.ts';
import { askFeeds } from '@/lib/background/connection/ask-feeds.ts';
import { PriceServiceClient } from '@/lib/price-service/index.ts';
import type { MissingReason } from '@/lib/domain/prices/stored-price.ts';
import { startPriceService, type Fault } from '../../price-service/server.ts';
import { BTC, ETH, EUR } from '../background/feeds.ts';
import { serviceProblemWords } from '@/lib/domain/connection/service-problem-words.ts';

// However a service refuses feeds: the others get prices, a few requests suffice, and the user sees
// none of the service's texts.

const OTHER = 'ab'.repeat(32);
const ASKED = [BTC, ETH, EUR];

const status = (code: number, body: string): Fault => ({ kind: 'status', status: code, body });

/** Polls a service that refuses the first request this way, and all later ones that name BTC. */
async function poll(fault: Fault) {
  const service = await startPriceService({ updatesPerSecond: 0 });
  onTestFinished(() => service.close());
  service.fail({ ...fault, times: 1 });
  service.fail({ kind: 'unknown-feeds', ids: [BTC] });
  const client = new PriceServiceClient(service.url, { httpRetries: 0 });
  const outcome = await askFeeds(ASKED, (ids) => client.getLatestPriceUpdates(ids)).catch(
    (error: unknown) => serviceProblemWords(describeFailure(error).reason),
  );
  return { outcome, requests: service.requests.length };
}

describe('a refusal concerns the requested feeds that it names', () => {
  it.each<[string, Fault, Record<string, MissingReason>]>([
    ['in capitals with 0x', status(403, `0X${BTC.toUpperCase()}`), { [BTC]: 'not-covered' }],
    ['in a list', status(403, [BTC, OTHER].join('\n')), { [BTC]: 'not-covered' }],
    ['among many others', status(404, `${BTC}${' x'.repeat(1e6)}`), { [BTC]: 'unknown' }],
    ['twice', status(404, `${BTC} ${BTC}`), { [BTC]: 'unknown' }],
    ['by half of a name', status(404, BTC.slice(0, 63)), { [BTC]: 'unknown' }],
    ['by another name', status(404, OTHER), { [BTC]: 'unknown' }],
    ['by parts of objects', status(404, '__proto__ constructor'), { [BTC]: 'unknown' }],
    ['in markup', status(404, `<html>${ETH.slice(1)}</html>`), { [BTC]: 'unknown' }],
  ])('%s', async (_, fault, missing) => {
    const { outcome, requests } = await poll(fault);
    expect(outcome).toMatchObject({ missing, none: null });
    expect(requests).toBeLessThanOrEqual(6);
  });
});

describe('a 403 concerns the access token if it names no requested feed', () => {
  it.each([
    ['nothing', ''],
    ['another feed', OTHER],
    ['a feed beyond the part that is read', `${' x'.repeat(1e6)}${BTC}`],
    ['a feed cut short', BTC.slice(0, 63)],
    ['markup', '<script>alert(1)</script>'],
  ])('%s', async (_, body) => {
    const { outcome, requests } = await poll(status(403, body));
    expect(outcome).toBe('The price service doesn’t accept this access token.');
    expect(requests).toBe(1);
  });
});
