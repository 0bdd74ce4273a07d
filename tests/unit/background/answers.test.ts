import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { browser } from 'wxt/browser';
import { startAnswering, type Answering } from '@/lib/background/answers.ts';
import { createJudge, type JudgedItem } from '@/lib/background/judge.ts';
import { nextPrice } from '@/lib/background/next-price.ts';
import { createRecorder } from '@/lib/background/recorder.ts';
import { createService } from '@/lib/background/service.ts';
import { inquire, InquiryError } from '@/lib/pages/inquiries.ts';
import { requestBudget } from '@/lib/storage/connection.ts';
import { underTrust, type StoredPrice } from '@/lib/storage/prices.ts';
import { DEFAULT_TRUST_SETTINGS } from '@/lib/signed-updates/default-trust.ts';
import { startPriceService, type PriceService } from '../../price-service/server.ts';
import { LOCAL_IDENTITY, profileOf } from '../../price-service/test-signers.ts';
import { BTC, ETH, item as sent } from './feeds.ts';
import { failureWords, proofWords } from '@/lib/text/proof-words.ts';
import { BAD_SIGNATURE, proofOf } from '../proofs.ts';

let service: PriceService;
let answering: Answering;
const prices = new Map<string, StoredPrice>();
let attributes: Record<string, Record<string, string>> = {};

const nowSeconds = () => Math.floor(Date.now() / 1_000);

/** An update of one figure, stored as the intake would. */
function take(judged: JudgedItem, receivedAt: number): void {
  const { id } = judged;
  const price = nextPrice(prices.get(id), judged, receivedAt);
  if (price) prices.set(id, price);
  const update = { binary: { encoding: 'hex' as const, data: [] }, parsed: null };
  answering.note({ update, receivedAt, judged: [judged] });
}

beforeEach(async () => {
  service = await startPriceService({ updatesPerSecond: 0 });
  prices.clear();
  attributes = {};
  answering = start();
});
afterEach(async () => {
  vi.restoreAllMocks();
  await service.close();
});

/** What a worker does at its start. */
function start(): Answering {
  const judge = createJudge(() => {});
  void judge.trust({ ...DEFAULT_TRUST_SETTINGS, custom: [profileOf(LOCAL_IDENTITY)] });
  const connected = createService({ baseUrl: service.url, headers: [] }, createRecorder());
  return startAnswering({
    judge,
    signatures: () => 'show',
    attributes: () => attributes,
    prices,
    connect: async () => connected,
  });
}

describe('a question', () => {
  it('for the price at a moment brings that update, verified', async () => {
    const publishTime = nowSeconds() - 3_600;
    const { update, figures } = await inquire({ kind: 'price-at', ids: [BTC, ETH], publishTime });
    expect(service.requests.map(({ path }) => path)).toEqual([`/v2/updates/price/${publishTime}`]);
    expect(figures.map(({ id }) => id)).toEqual(update.parsed?.map(({ id }) => id));
    for (const { item, proof, details } of figures) {
      expect(item?.price.publish_time).toBeGreaterThanOrEqual(publishTime);
      expect(proof?.state).toBe('verified');
      expect(proof && proofWords(proof)).toBe('3 of 5 · Local price service (added by you)');
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

  describe('for the price at a moment, answered with a genuine price of an earlier one,', () => {
    const fridayNoon = Date.UTC(2026, 10, 20, 12) / 1_000;
    const sundayNoon = fridayNoon + 2 * 86_400;
    const hours = 'UTC;0900-1700,0900-1700,0900-1700,0900-1700,0900-1700,C,C;';

    /** The answer of a service that gives the price of `published` whenever it is asked. */
    async function answerFrom(published: number) {
      service.answerPastFrom(published);
      const { figures } = await inquire({ kind: 'price-at', ids: [BTC], publishTime: sundayNoon });
      return figures[0];
    }

    beforeEach(() => {
      vi.useFakeTimers({ toFake: ['Date'], now: (sundayNoon + 86_400) * 1_000 });
      return () => void vi.useRealTimers();
    });

    it('brings no price, and says why', async () => {
      const figure = await answerFrom(fridayNoon);
      expect(figure).toMatchObject({ id: BTC, item: null, details: null });
      expect(failureWords(figure!.failure!)).toContain('an earlier time than the one you chose');
    });

    it('brings it where it is the last one before the market closed', async () => {
      attributes = { [BTC]: { schedule: hours } };
      const figure = await answerFrom(fridayNoon + 5 * 3_600 - 1);
      expect(figure).toMatchObject({ proof: { state: 'verified' } });
      expect(figure?.item?.price.publish_time).toBe(fridayNoon + 5 * 3_600 - 1);
    });

    it('brings none from years before, whatever hours the service gives', async () => {
      attributes = { [BTC]: { schedule: 'UTC;C,C,C,C,C,C,C;' } };
      expect(await answerFrom(sundayNoon - 3 * 365 * 86_400)).toMatchObject({ item: null });
    });

    it('brings no price of earlier in that session', async () => {
      attributes = { [BTC]: { schedule: hours } };
      expect(await answerFrom(fridayNoon)).toMatchObject({ item: null });
    });
  });

  it('for a moment to come is answered without a request', async () => {
    const asked = inquire({ kind: 'price-at', ids: [BTC], publishTime: nowSeconds() + 60 });
    await expect(asked).rejects.toThrow(new InquiryError('That moment has not come yet.'));
    expect(service.requests).toEqual([]);
  });

  it('for a moment without a price says so', async () => {
    service.fail({ kind: 'status', status: 404, body: 'Update data not found' });
    const asked = inquire({ kind: 'price-at', ids: [BTC], publishTime: 1 });
    await expect(asked).rejects.toThrow('has no price of that moment');
  });

  it('about a feed that the access token does not cover says so', async () => {
    service.fail({ kind: 'not-entitled', ids: [BTC] });
    const reason = 'Your access token does not cover this feed.';
    const asked = inquire({ kind: 'price-at', ids: [BTC], publishTime: 1 });
    await expect(asked).rejects.toThrow(new InquiryError(reason));
    await expect(inquire({ kind: 'proof', id: BTC })).rejects.toThrow(new InquiryError(reason));
  });

  it('for the proof of the shown figure asks nobody', async () => {
    take(sent(BTC, '1', 5), 5);
    const { receivedAt, figures } = await inquire({ kind: 'proof', id: BTC });
    expect(receivedAt).toBe(5);
    expect(figures).toEqual([{ ...sent(BTC, '1', 5), details: null }]);
    expect(service.requests).toEqual([]);
  });

  it.each([
    ['an older one', sent(BTC, '1', 4, 9)],
    ['one of an earlier slot', sent(BTC, '1', 5, 6)],
    ['no figure', sent(BTC, 'NaN', 6, 9)],
    ['one from far ahead', sent(BTC, '1', 253_402_300_799, 9)],
    ['an unproven one', { ...sent(BTC, '2', 5, 7), proof: proofOf('unchecked', '') }],
    ['a failed one', { id: BTC, item: null, failure: { reason: BAD_SIGNATURE, trust: '' } }],
  ] as const)(
    'for a proof brings that of the shown figure, though %s came since',
    async (_, late) => {
      take({ ...sent(BTC, '2', 5, 7), proof: proofOf('verified', '') }, 5);
      take(late, 6);
      const { receivedAt, figures } = await inquire({ kind: 'proof', id: BTC });
      expect(receivedAt).toBe(5);
      expect(figures[0]?.item?.price).toMatchObject({ price: '2', publish_time: 5 });
      expect(service.requests).toEqual([]);
    },
  );

  it('for a proof brings no forgotten one', async () => {
    take(sent(BTC, '1', 5), 5);
    answering.forget();
    const { figures } = await inquire({ kind: 'proof', id: BTC });
    expect(figures[0]?.proof?.state).toBe('verified');
    expect(service.requests).toHaveLength(1);
  });

  it('for a proof brings none whose price has lost it to a change of trust', async () => {
    const proof = proofOf('verified', 'before');
    take({ ...sent(BTC, '1', 5), proof }, 5);
    prices.set(BTC, underTrust(prices.get(BTC)!, 'now'));
    const { figures } = await inquire({ kind: 'proof', id: BTC });
    expect(figures[0]?.proof?.trust).not.toBe('before');
    expect(service.requests).toHaveLength(1);
  });

  it('for a proof notes none that was judged under another trust', async () => {
    const proof = proofOf('verified', 'before');
    take({ ...sent(BTC, '1', 5), proof: proofOf('verified', 'now') }, 5);
    take({ ...sent(BTC, '1', 5), proof }, 6);
    const { figures } = await inquire({ kind: 'proof', id: BTC });
    expect(figures[0]?.proof?.trust).toBe('now');
  });

  it('for the proof of one of many shown updates asks nobody, unless it is long past', async () => {
    take(sent(BTC, '1', 5), 5);
    const last = (39).toString(16).padStart(64, '0');
    for (let feed = 0; feed < 40; feed += 1) {
      take(sent(feed.toString(16).padStart(64, '0'), '1', 5), 5);
    }
    await inquire({ kind: 'proof', id: last });
    expect(service.requests).toEqual([]);
    const { figures } = await inquire({ kind: 'proof', id: BTC });
    expect(figures[0]?.proof?.state).toBe('verified');
    expect(service.requests).toHaveLength(1);
  });

  it('for the proof of a figure of an earlier worker asks for the latest', async () => {
    const { figures } = await inquire({ kind: 'proof', id: BTC });
    expect(figures[0]?.proof?.state).toBe('verified');
    expect(service.requests.map(({ path }) => path)).toEqual(['/v2/updates/price/latest']);
  });

  it('for the stake caps brings all their digits, verified', async () => {
    const { caps, proof, details } = await inquire({ kind: 'stake-caps' });
    expect(caps?.[0]?.cap).toBe('9007199254740993');
    expect(proof?.state).toBe('verified');
    expect(details?.setSize).toBe(5);
  });

  it('for stake caps that the service lies about brings the signed ones', async () => {
    service.tamper('parsed-mismatch');
    const { caps, proof, failure } = await inquire({ kind: 'stake-caps' });
    expect(caps?.[0]?.cap).toBe('9007199254740993');
    expect(proof?.state).toBe('verified');
    expect(failureWords(failure!)).toContain('for one publisher');
  });

  it('for feeds is the price service’s own search', async () => {
    const { feeds } = await inquire({ kind: 'search', query: 'btc', assetType: 'crypto' });
    expect(feeds.some(({ id }) => id === BTC)).toBe(true);
    expect(service.requests[0]?.query).toBe('query=btc&asset_type=crypto');
  });

  it('that the service asks to hold back names the time, and holds back the others', async () => {
    service.fail({ kind: 'status', status: 429, headers: { 'retry-after': '30' } });
    await expect(inquire({ kind: 'stake-caps' })).rejects.toThrow(
      /asked for a pause\. Try again in (29|30) s\./,
    );
    expect((await requestBudget.getValue()).pausedUntil).toBeGreaterThan(Date.now() + 20_000);
    await expect(inquire({ kind: 'stake-caps' })).rejects.toThrow(/Try again in (29|30) s\./);
    expect(service.requests).toHaveLength(1);
  });

  it('that makes no sense is refused', async () => {
    const asked = inquire({ kind: 'price-at', ids: ['x'], publishTime: 1 });
    await expect(asked).rejects.toThrow('cannot be asked');
  });

  it('leaves nothing behind, answered, refused or given up', async () => {
    await inquire({ kind: 'stake-caps' });
    await inquire({ kind: 'price-at', ids: ['x'], publishTime: 1 }).catch(() => {});
    await inquire({ kind: 'stake-caps' }, AbortSignal.abort()).catch(() => {});
    expect(await left()).toEqual([]);
  });

  it('whose answer the browser does not store says so, and blames no service', async () => {
    const { session } = browser.storage;
    const set = session.set.bind(session);
    const setIfSmall = (items: object): Promise<void> =>
      JSON.stringify(items).length > 500 ? Promise.reject(new Error('full')) : set(items);
    Object.assign(session, { set: setIfSmall });
    onTestFinished(() => void Object.assign(session, { set }));
    const asked = inquire({ kind: 'search', query: '', assetType: null });
    await expect(asked).rejects.toThrow(/^The browser has no room for the answer\..*\.$/);
    expect(service.requests).toHaveLength(1);
  });

  it('of a page that was closed meanwhile is forgotten, and asked by no later worker', async () => {
    const abandoned = await abandonQuestion();
    expect(abandoned.length).toBeGreaterThanOrEqual(2);
    vi.setSystemTime(Date.now() + 3_600_000);
    const before = service.requests.length;
    start();
    await vi.waitFor(async () => expect(await left()).not.toContain(abandoned[0]));
    expect(await left()).not.toContain(abandoned[1]);
    await inquire({ kind: 'price-at', ids: ['x'], publishTime: 1 }).catch(() => {});
    expect(service.requests).toHaveLength(before);
  });

  it('of a page that was closed meanwhile is forgotten by the worker that answered it', async () => {
    const abandoned = await abandonQuestion();
    await vi.advanceTimersByTimeAsync(60_000);
    expect((await left()).filter((key) => abandoned.includes(key))).toEqual([]);
  });
});

/** A page asks, and is closed before it can take anything away; its keys. The clock is faked. */
async function abandonQuestion(): Promise<string[]> {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  vi.spyOn(browser.storage.session, 'remove').mockResolvedValueOnce();
  await inquire({ kind: 'stake-caps' });
  return left();
}

async function left(): Promise<string[]> {
  const stored = await browser.storage.session.get(null);
  return Object.keys(stored).filter((key) => /question|answer/.test(key));
}
