import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { browser } from 'wxt/browser';
import { startAnswering } from '@/lib/background/answers/start-answering.ts';
import { createJudge, type JudgedPrice } from '@/lib/background/intake/judge.ts';
import { nextPrice } from '@/lib/domain/prices/newer.ts';
import { createService } from '@/lib/background/connection/service.ts';
import { inquire, InquiryError } from '@/lib/pages/inquiries.ts';
import { requestBudgets } from '@/lib/storage/values/connection-memory.ts';
import { budgetOf } from '../../storage/requests/budgets.ts';
import { underTrust, type StoredPrice } from '@/lib/domain/prices/stored-price.ts';
import { checkCustomProfile } from '@/lib/domain/signed-updates/trust/custom-profile.ts';
import { verifyUpdate } from '@/lib/domain/signed-updates/verify.ts';
import { DEFAULT_TRUST_SETTINGS } from '@/lib/domain/signed-updates/trust/trust-fingerprint.ts';
import { startPriceService, type PriceService } from '../../../price-service/server.ts';
import { LOCAL_IDENTITY, profileOf } from '../../../price-service/test-signers.ts';
import { BTC, ETH, judgedPrice as sent } from '../feeds.ts';
import { killWorker } from './kill-worker.ts';
import { answerProblemWords } from '@/lib/pages/words/answer-words.ts';
import { failureWords, proofWords } from '@/lib/pages/words/proof-words.ts';
import { BAD_SIGNATURE, proofOf } from '../../proofs.ts';
import { serviceWith } from '../../domain/connection/services.ts';

let service: PriceService;
let answering: ReturnType<typeof startAnswering>;
const storedPrices = new Map<string, StoredPrice>();
let attributes: Record<string, Record<string, string>> = {};

const nowSeconds = () => Math.floor(Date.now() / 1_000);

/** Receives an update with one price, and stores the price as the intake does. */
function receive(judged: JudgedPrice, receivedAt: number): void {
  const { id } = judged;
  const price = judged.price && nextPrice(storedPrices.get(id), judged.price, receivedAt);
  if (price) storedPrices.set(id, price);
  const update = { binary: { encoding: 'hex' as const, data: [] }, parsed: null };
  answering.rememberUpdate({ update, receivedAt, judged: [judged] });
}

beforeEach(async () => {
  service = await startPriceService({ updatesPerSecond: 0 });
  storedPrices.clear();
  attributes = {};
  answering = startWorker();
});
afterEach(async () => {
  vi.restoreAllMocks();
  await service.close();
});

const noCommand = () => Promise.reject(new Error('No command is sent here.'));

/** Starts a worker. */
function startWorker() {
  const judge = createJudge(() => {});
  void judge.trust({ ...DEFAULT_TRUST_SETTINGS, custom: [profileOf(LOCAL_IDENTITY)] });
  const connected = createService(serviceWith({ baseUrl: service.url }));
  return startAnswering({
    judge,
    signatures: () => 'show',
    attributes: () => attributes,
    prices: storedPrices,
    connect: async () => connected,
    commands: {
      refresh: noCommand,
      'refresh-feed-list': noCommand,
      'test-notification': noCommand,
    },
  });
}

async function refusalOf(asked: Promise<unknown>): Promise<string> {
  const error = await asked.catch((reason: unknown) => reason);
  if (!(error instanceof InquiryError)) throw new Error('The question was not refused.');
  return answerProblemWords(error.problem);
}

describe('a question', () => {
  it('for the price at a time is answered with that update, verified', async () => {
    const publishTime = nowSeconds() - 3_600;
    const { update, prices } = await inquire({ kind: 'price-at', ids: [BTC, ETH], publishTime });
    expect(service.requests.map(({ path }) => path)).toEqual([`/v2/updates/price/${publishTime}`]);
    expect(prices.map(({ id }) => id)).toEqual(update.parsed?.map(({ id }) => id));
    for (const { price, details } of prices) {
      const proof = price?.proof;
      expect(price?.publishTime).toBeGreaterThanOrEqual(publishTime);
      expect(proof?.state).toBe('verified');
      expect(proof && proofWords(proof)).toBe(
        '3 of 5 signers · Local price service (added by you)',
      );
      expect(details).toMatchObject({
        quorum: 3,
        setSize: 5,
        setIndex: 0,
        emitterAddress: LOCAL_IDENTITY.emitterAddress,
        proofLength: 12,
        blob: 0,
      });
      expect(details?.root).toMatch(/^[0-9a-f]{40}$/);
      expect(details?.signers).toHaveLength(3);
    }
  });

  it('for the prices of search results is answered in one verified request', async () => {
    const { prices } = await inquire({ kind: 'found-prices', ids: [BTC, ETH] });
    expect(Object.keys(prices).toSorted()).toEqual([BTC, ETH].toSorted());
    expect(prices[BTC]?.proof?.state).toBe('verified');
    expect(service.requests).toHaveLength(1);
  });

  it('for the prices of search results is neither split nor repeated if one is refused', async () => {
    const ids = [BTC, 'ab'.repeat(32)];
    await expect(inquire({ kind: 'found-prices', ids })).rejects.toThrow(InquiryError);
    expect(service.requests).toHaveLength(1);
  });

  it('for the prices of search results is left out while requests are few', async () => {
    const sentAt = Array.from({ length: 4 }, () => Date.now());
    await requestBudgets.setValue({ [new URL(service.url).origin]: { sentAt, pausedUntil: 0 } });
    expect(await inquire({ kind: 'found-prices', ids: [BTC] })).toEqual({ prices: {} });
    expect(service.requests).toHaveLength(0);
  });

  describe('for the price at a time, if the service sends a genuine price of an earlier time,', () => {
    const fridayNoon = Date.UTC(2026, 10, 20, 12) / 1_000;
    const sundayNoon = fridayNoon + 2 * 86_400;
    const hours = 'UTC;0900-1700,0900-1700,0900-1700,0900-1700,0900-1700,C,C;';

    /** The response of a service that sends the price of `published` for any requested time. */
    async function answerFrom(published: number) {
      service.answerPastFrom(published);
      const { prices } = await inquire({ kind: 'price-at', ids: [BTC], publishTime: sundayNoon });
      return prices[0];
    }

    beforeEach(() => {
      vi.useFakeTimers({ toFake: ['Date'], now: (sundayNoon + 86_400) * 1_000 });
      return () => void vi.useRealTimers();
    });

    it('is answered without a price, and with the reason', async () => {
      const price = await answerFrom(fridayNoon);
      expect(price).toMatchObject({ id: BTC, price: null, details: null });
      expect(failureWords(price!.failure!)).toContain('from before the time you chose');
    });

    it('is answered with it if it is the last price before the market closed', async () => {
      attributes = { [BTC]: { schedule: hours } };
      const price = await answerFrom(fridayNoon + 5 * 3_600 - 1);
      expect(price).toMatchObject({ price: { proof: { state: 'verified' } } });
      expect(price?.price?.publishTime).toBe(fridayNoon + 5 * 3_600 - 1);
    });
  });

  it('for the signed prices at a time is answered with the bytes of each price alone', async () => {
    const publishTime = nowSeconds() - 3_600;
    const { prices } = await inquire({ kind: 'signed-prices', ids: [BTC, ETH], publishTime });
    expect(service.requests.map(({ path }) => path)).toEqual([`/v2/updates/price/${publishTime}`]);
    for (const [index, { id, proven }] of prices.entries()) {
      expect(id).toBe([BTC, ETH][index]);
      const data = [proven!.bytes];
      const profiles = [profileOf(LOCAL_IDENTITY)].map((draft) => checkCustomProfile(draft, []));
      const trusted = profiles.flatMap((result) => ('profile' in result ? [result.profile] : []));
      const trust = { profiles: trusted, nowMs: 0, history: true };
      const verified = verifyUpdate({ encoding: 'base64', data }, trust);
      expect([...verified.prices.keys()]).toEqual([id]);
      expect(String(verified.prices.get(id)?.price)).toBe(proven!.price.price);
    }
  });

  it('for the latest signed prices is answered with those of now', async () => {
    const { prices } = await inquire({ kind: 'signed-prices', ids: [BTC], publishTime: null });
    expect(service.requests.map(({ path }) => path)).toEqual(['/v2/updates/price/latest']);
    expect(prices[0]?.proven?.price.publishTime).toBeGreaterThan(nowSeconds() - 60);
  });

  it('for a time in the future is refused without a request', async () => {
    const asked = inquire({ kind: 'price-at', ids: [BTC], publishTime: nowSeconds() + 60 });
    expect(await refusalOf(asked)).toBe('Choose a time in the past.');
    expect(service.requests).toEqual([]);
  });

  it('for a time without a price is answered with that reason', async () => {
    service.fail({ kind: 'status', status: 404, body: 'Update data not found' });
    const asked = inquire({ kind: 'price-at', ids: [BTC], publishTime: 1 });
    expect(await refusalOf(asked)).toContain('has no price for that time');
  });

  it('about a feed that the access token does not cover is answered with that reason', async () => {
    service.fail({ kind: 'not-entitled', ids: [BTC] });
    const reason = 'Your access token doesn’t cover this price.';
    const asked = inquire({ kind: 'price-at', ids: [BTC], publishTime: 1 });
    expect(await refusalOf(asked)).toBe(reason);
    expect(await refusalOf(inquire({ kind: 'proof', id: BTC }))).toBe(reason);
  });

  it('for the proof of the displayed price costs no request', async () => {
    receive(sent(BTC, '1', 5), 5);
    const { receivedAt, prices } = await inquire({ kind: 'proof', id: BTC });
    expect(receivedAt).toBe(5);
    expect(prices).toEqual([{ ...sent(BTC, '1', 5), details: null }]);
    expect(service.requests).toEqual([]);
  });

  it.each([
    ['an older price', sent(BTC, '1', 4, 9)],
    ['a price of an earlier slot', sent(BTC, '1', 5, 6)],
    ['a price that is no number', sent(BTC, 'NaN', 6, 9)],
    ['a price from the far future', sent(BTC, '1', 253_402_300_799, 9)],
    ['an unverified price', sent(BTC, '2', 5, 7, proofOf('unchecked', ''))],
    [
      'a price that failed verification',
      { id: BTC, price: null, failure: { reason: BAD_SIGNATURE, trust: '' } },
    ],
  ] as const)(
    'for a proof is answered with that of the displayed price, although %s arrived later',
    async (_, late) => {
      receive(sent(BTC, '2', 5, 7, proofOf('verified', '')), 5);
      receive(late, 6);
      const { receivedAt, prices } = await inquire({ kind: 'proof', id: BTC });
      expect(receivedAt).toBe(5);
      expect(prices[0]?.price).toMatchObject({ price: '2', publishTime: 5 });
      expect(service.requests).toEqual([]);
    },
  );

  it('for a proof is not answered with a forgotten one', async () => {
    receive(sent(BTC, '1', 5), 5);
    answering.forgetUpdates();
    const { prices } = await inquire({ kind: 'proof', id: BTC });
    expect(prices[0]?.price?.proof?.state).toBe('verified');
    expect(service.requests).toHaveLength(1);
  });

  it('for a proof is not answered with one that a change of trust made void', async () => {
    const proof = proofOf('verified', 'before');
    receive(sent(BTC, '1', 5, null, proof), 5);
    storedPrices.set(BTC, underTrust(storedPrices.get(BTC)!, 'now'));
    const { prices } = await inquire({ kind: 'proof', id: BTC });
    expect(prices[0]?.price?.proof?.trust).not.toBe('before');
    expect(service.requests).toHaveLength(1);
  });

  it('for a proof is not answered with one that was verified under another trust', async () => {
    const proof = proofOf('verified', 'before');
    receive(sent(BTC, '1', 5, null, proofOf('verified', 'now')), 5);
    receive(sent(BTC, '1', 5, null, proof), 6);
    const { prices } = await inquire({ kind: 'proof', id: BTC });
    expect(prices[0]?.price?.proof?.trust).toBe('now');
  });

  it('for the proof of one of many displayed updates costs no request, unless it is an old one', async () => {
    receive(sent(BTC, '1', 5), 5);
    const last = (39).toString(16).padStart(64, '0');
    for (let feed = 0; feed < 40; feed += 1) {
      receive(sent(feed.toString(16).padStart(64, '0'), '1', 5), 5);
    }
    await inquire({ kind: 'proof', id: last });
    expect(service.requests).toEqual([]);
    const { prices } = await inquire({ kind: 'proof', id: BTC });
    expect(prices[0]?.price?.proof?.state).toBe('verified');
    expect(service.requests).toHaveLength(1);
  });

  it('for the proof of a price that an earlier worker stored requests the latest update', async () => {
    const { prices } = await inquire({ kind: 'proof', id: BTC });
    expect(prices[0]?.price?.proof?.state).toBe('verified');
    expect(service.requests.map(({ path }) => path)).toEqual(['/v2/updates/price/latest']);
  });

  it('for the stake caps is answered with all digits, verified', async () => {
    const { caps, proof } = await inquire({ kind: 'stake-caps' });
    expect(caps?.[0]?.cap).toBe('9007199254740993');
    expect(proof).toMatchObject({ state: 'verified', setSize: 5 });
  });

  it('for stake caps that differ from the signed ones is answered with the signed ones', async () => {
    service.tamper('parsed-mismatch');
    const { caps, proof, failure } = await inquire({ kind: 'stake-caps' });
    expect(caps?.[0]?.cap).toBe('9007199254740993');
    expect(proof?.state).toBe('verified');
    expect(failureWords(failure!)).toContain('don’t match the signed ones');
  });

  it('for feeds uses the price service’s own search', async () => {
    const { feeds } = await inquire({ kind: 'search', query: 'btc', assetType: 'crypto' });
    expect(feeds.some(({ id }) => id === BTC)).toBe(true);
    expect(service.requests[0]?.query).toBe('query=btc&asset_type=crypto');
  });

  it('for an asset type that the service has another name for is still answered', async () => {
    service.fail({ kind: 'status', status: 400, path: 'price_feeds', times: 1 });
    const { feeds } = await inquire({ kind: 'search', query: 'usd', assetType: 'metals' });
    expect(new Set(feeds.map((feed) => feed.attributes['asset_type']))).toEqual(new Set(['Metal']));
    expect(service.requests.map(({ query }) => query)).toEqual([
      'query=usd&asset_type=metals',
      'query=usd',
    ]);
  });

  it('that meets a rate limit is answered with the time left, and no further request is sent', async () => {
    service.fail({ kind: 'status', status: 429, headers: { 'retry-after': '30' } });
    const now = Date.now();
    vi.spyOn(Date, 'now').mockReturnValue(now);
    expect(await refusalOf(inquire({ kind: 'stake-caps' }))).toMatch(
      /rate limit was reached\. Try again in 30\u00a0seconds\./,
    );
    expect((await budgetOf(service.url)).pausedUntil).toBe(now + 30_000);
    expect(await refusalOf(inquire({ kind: 'stake-caps' }))).toMatch(
      /Try again in 30\u00a0seconds\./,
    );
    expect(service.requests).toHaveLength(1);
  });

  it('with invalid arguments is refused', async () => {
    const asked = inquire({ kind: 'price-at', ids: ['x'], publishTime: 1 });
    expect(await refusalOf(asked)).toBe(
      'Couldn’t make the request. Close this page, reopen it and try again.',
    );
  });

  it('leaves nothing in storage, whether answered, refused or aborted', async () => {
    await inquire({ kind: 'stake-caps' });
    await inquire({ kind: 'price-at', ids: ['x'], publishTime: 1 }).catch(() => {});
    await inquire({ kind: 'stake-caps' }, AbortSignal.abort()).catch(() => {});
    expect(await leftInStorage()).toEqual([]);
  });

  it('whose answer the browser cannot store is answered with that reason', async () => {
    const { session } = browser.storage;
    const set = session.set.bind(session);
    const setIfSmall = (items: object): Promise<void> =>
      JSON.stringify(items).length > 500 ? Promise.reject(new Error('full')) : set(items);
    Object.assign(session, { set: setIfSmall });
    onTestFinished(() => void Object.assign(session, { set }));
    const asked = inquire({ kind: 'search', query: '', assetType: null });
    expect(await refusalOf(asked)).toMatch(/^The result is too large to save\. .*\.$/);
    expect(service.requests).toHaveLength(1);
  });

  it('of a page that has closed is removed, and not answered again by later workers', async () => {
    const abandoned = await abandonQuestion();
    expect(abandoned).toEqual([expect.stringMatching(/^answer:/)]);
    const before = service.requests.length;
    killWorker();
    startWorker();
    await inquire({ kind: 'price-at', ids: ['x'], publishTime: 1 }).catch(() => {});
    expect(await leftInStorage()).toEqual(abandoned);
    vi.setSystemTime(Date.now() + 3_600_000);
    killWorker();
    startWorker();
    await vi.waitFor(async () => expect(await leftInStorage()).toEqual([]));
    expect(service.requests).toHaveLength(before);
  });

  it('of a page that has closed is removed by the worker that answered it', async () => {
    const abandoned = await abandonQuestion();
    await vi.advanceTimersByTimeAsync(60_000);
    expect((await leftInStorage()).filter((key) => abandoned.includes(key))).toEqual([]);
  });
});

/** A page asks and closes before the answer. Returns the keys left in storage. Fakes the clock. */
async function abandonQuestion(): Promise<string[]> {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  await browser.storage.session.set({ [`question:${Date.now()} 1`]: { kind: 'stake-caps' } });
  await vi.waitFor(async () =>
    expect(await leftInStorage()).toEqual([expect.stringMatching(/^answer:/)]),
  );
  return leftInStorage();
}

async function leftInStorage(): Promise<string[]> {
  const stored = await browser.storage.session.get(null);
  return Object.keys(stored).filter((key) => /question|answer/.test(key));
}
