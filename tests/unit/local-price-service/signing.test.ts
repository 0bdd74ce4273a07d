import { describe, expect, it } from 'vitest';
import { DEFAULT_TRUST_SETTINGS } from '../../../lib/domain/signed-updates/trust/trust-fingerprint.ts';
import { resolveProfiles } from '../../../lib/domain/signed-updates/trust/trust-settings.ts';
import { compareStakeCaps, judgeFeed } from '../../../lib/domain/signed-updates/verdict.ts';
import { verifyUpdate } from '../../../lib/domain/signed-updates/verify.ts';
import { createMarket } from '../../price-service/market.ts';
import { REPLAY_AGE_S, TAMPERINGS, type Tampering } from '../../price-service/tampering.ts';
import { LOCAL_IDENTITY, profileOf } from '../../price-service/test-signers.ts';
import { createWalkSource } from '../../price-service/walk-source.ts';
import {
  BTC,
  ETH,
  EUR,
  getFeeds,
  getUpdate,
  holdsUpdates,
  idsQuery,
  LATEST,
  NOON_MS,
  openStream,
  PEPE,
  startService,
  updatesIn,
  type Update,
} from './support.ts';

const NOON_S = NOON_MS / 1000;
const STAKE_CAPS = '/v2/updates/publisher_stake_caps/latest';
const MOST_SIGNABLE = 2n ** 63n - 1n;
const { profiles } = resolveProfiles({
  ...DEFAULT_TRUST_SETTINGS,
  custom: [profileOf(LOCAL_IDENTITY)],
});

const verify = ({ binary }: Pick<Update, 'binary'>) =>
  verifyUpdate(binary, { profiles, nowMs: NOON_MS });

/** The parsed items as a client sees them, each `verified` or with the problem. */
function verdicts(update: Update): string[] {
  const verified = verify(update);
  return (update.parsed ?? []).map((item) => {
    const verdict = judgeFeed(item.id, verified, item);
    if (verdict.state === 'unverified') return verdict.check;
    return verdict.state === 'mismatch' ? `mismatch: ${verdict.fields.join()}` : 'verified';
  });
}

describe('signed answers', () => {
  it.each(['hex', 'base64'])('latest and history verify, in %s', async (encoding) => {
    const service = await startService({ now: () => NOON_MS });
    for (const path of [LATEST, `/v2/updates/price/${NOON_S - 86_400}`]) {
      const query = `${idsQuery(PEPE, BTC, EUR)}&encoding=${encoding}`;
      const update = await getUpdate(service, path + query);
      expect(verdicts(update)).toEqual(['verified', 'verified', 'verified']);
      expect([...verify(update).prices.keys()]).toEqual([PEPE, BTC, EUR]);
    }
  });

  it('are signed by 3 of 5 over all feeds of the slot', async () => {
    const service = await startService({ now: () => NOON_MS });
    const [btc, eth] = await Promise.all(
      [BTC, ETH].map(async (id) => verify(await getUpdate(service, LATEST + idsQuery(id)))),
    );
    const proof = btc?.prices.get(BTC)?.proof;
    expect(proof).toMatchObject({
      signers: [0, 1, 2],
      setSize: 5,
      slot: BigInt(NOON_MS / 400),
      timestamp: NOON_S,
    });
    expect(eth?.prices.get(ETH)?.proof).toEqual(proof);
    expect(btc?.prices.get(BTC)?.proofLength).toBe(12);
  });

  it('every event of a stream verifies, also after a price was set within the slot', async () => {
    const service = await startService({ now: () => NOON_MS });
    const streams = [
      await openStream(service, idsQuery(BTC, ETH)),
      await openStream(service, `${idsQuery(BTC)}&encoding=base64`),
    ];
    service.pushStream();
    service.setPrice(BTC, { price: '-7', conf: '0', expo: 3, publishTime: 5 });
    service.pushStream();
    for (const stream of streams) {
      const updates = updatesIn(await stream.until(holdsUpdates(3)));
      expect(new Set(updates.flatMap(verdicts))).toEqual(new Set(['verified']));
      expect(verify(updates[2]!).prices.get(BTC)).toMatchObject({ price: -7n, publishTime: 5 });
    }
    // The same second in the past: its slot was signed with another price before.
    const update = await getUpdate(service, `/v2/updates/price/${NOON_S}${idsQuery(BTC)}`);
    expect([update.parsed?.[0]?.price.price, ...verdicts(update)]).toEqual(['-7', 'verified']);
  });

  it('have 255 feeds per blob, whether the slot is signed as a whole or not', () => {
    for (const extraFeeds of [300, 5000]) {
      const source = createWalkSource(1, extraFeeds);
      const market = createMarket(source, () => NOON_MS);
      const ids = source.feeds.slice(0, 300).map(({ id }) => id);
      const { blobs } = market.update(ids, market.latest());
      const data = blobs.map((blob) => Buffer.from(blob).toString('hex'));
      const verified = verifyUpdate({ encoding: 'hex', data }, { profiles, nowMs: NOON_MS });
      expect(verified.blobs.map((blob) => blob.ok && blob.messages.length)).toEqual([255, 45]);
      expect([...verified.prices.keys()]).toEqual(ids);
    }
  });

  it('verify with thousands of feeds, for two sets of feeds in one slot', async () => {
    const service = await startService({ extraFeeds: 5000, now: () => NOON_MS });
    const feeds = await getFeeds(`${service.url}/v2/price_feeds`);
    for (const { id } of [feeds[3]!, feeds.at(-1)!]) {
      expect(verdicts(await getUpdate(service, LATEST + idsQuery(BTC, id)))).toEqual([
        'verified',
        'verified',
      ]);
    }
  });

  it('have filler only for a number that fits no signed message', async () => {
    const service = await startService({ now: () => NOON_MS });
    service.setPrice(ETH, { price: String(MOST_SIGNABLE), conf: '0' });
    expect(verdicts(await getUpdate(service, LATEST + idsQuery(ETH)))).toEqual(['verified']);
    for (const figure of [
      { price: String(MOST_SIGNABLE + 1n), conf: '0' },
      { price: '1', conf: '-1' },
      { price: '1', expo: 2 ** 31 },
    ]) {
      service.setPrice(ETH, figure);
      const update = await getUpdate(service, LATEST + idsQuery(BTC, ETH));
      expect(update.parsed?.[1]?.price).toMatchObject(figure);
      expect(verdicts(update)).toEqual(['emitter', 'emitter']);
      expect(verdicts(await getUpdate(service, LATEST + idsQuery(BTC)))).toEqual(['verified']);
    }
  });

  it('are filler without signing', async () => {
    const service = await startService({ signing: false });
    expect(verdicts(await getUpdate(service, LATEST + idsQuery(BTC)))).toEqual(['emitter']);
    expect(verify(await getUpdate(service, STAKE_CAPS)).stakeCaps).toBeNull();
  });
});

/** What a client makes of falsified prices. */
const SEEN: Record<Tampering, string> = {
  'altered-price': 'proof',
  'wrong-proof': 'proof',
  'short-quorum': 'quorum',
  'wrong-emitter': 'emitter',
  'unknown-set': 'unknown-set',
  'replayed-update': 'verified',
  'parsed-mismatch': 'mismatch: price',
};

describe('tampering', () => {
  it.each(TAMPERINGS)('affects answers and streams until it ends: %s', async (tampering) => {
    const service = await startService({ tampering, now: () => NOON_MS });
    const seen = SEEN[tampering];
    const stream = await openStream(service, idsQuery(BTC, ETH));
    service.pushStream();
    const lie = await getUpdate(service, LATEST + idsQuery(BTC, ETH));
    expect(verdicts(lie)).toEqual([seen, seen]);
    service.tamper(undefined);
    const truth = await getUpdate(service, LATEST + idsQuery(BTC, ETH));
    expect(verdicts(truth)).toEqual(['verified', 'verified']);
    service.pushStream();
    const updates = updatesIn(await stream.until(holdsUpdates(2)));
    expect(updates.flatMap(verdicts)).toEqual([seen, seen, 'verified', 'verified']);
    const isPriceKept = lie.parsed?.[0]?.price.price === truth.parsed?.[0]?.price.price;
    const changes = ['altered-price', 'parsed-mismatch', 'replayed-update'].includes(tampering);
    expect(isPriceKept).toBe(!changes);
  });

  it('alters a price of any sign and size', async () => {
    const service = await startService({ now: () => NOON_MS });
    for (const price of [MOST_SIGNABLE, 0n, -1n, -10n, -MOST_SIGNABLE].map(String)) {
      service.setPrice(BTC, { price, conf: '1' });
      for (const tampering of ['altered-price', 'parsed-mismatch'] as const) {
        service.tamper(tampering);
        const update = await getUpdate(service, LATEST + idsQuery(BTC));
        expect(update.parsed?.[0]?.price.price).not.toBe(price);
        expect(verdicts(update)).toEqual([SEEN[tampering]]);
      }
    }
  });

  it('replays what was served some minutes ago', async () => {
    let nowMs = NOON_MS - REPLAY_AGE_S * 1000;
    const service = await startService({ now: () => nowMs });
    const before = await getUpdate(service, LATEST + idsQuery(BTC));
    nowMs = NOON_MS;
    service.tamper('replayed-update');
    expect(await getUpdate(service, LATEST + idsQuery(BTC))).toEqual(before);
    service.setPrice(BTC, { price: '1' });
    const after = await getUpdate(service, LATEST + idsQuery(BTC));
    expect(after.parsed?.[0]?.price.publish_time).toBe(NOON_S - REPLAY_AGE_S);
    expect(after.parsed?.[0]?.price.price).not.toBe('1');
  });

  it('is rejected if nothing is signed here', async () => {
    const service = await startService({ signing: false });
    expect(() => service.tamper('wrong-proof')).toThrow('signs itself');
    const start = startService({ signing: false, tampering: 'wrong-proof' });
    await expect(start).rejects.toThrow('signs itself');
  });
});

describe('stake caps', () => {
  it('are signed, including the one beyond 2^53', async () => {
    const service = await startService({ now: () => NOON_MS });
    const { stakeCaps } = verify(await getUpdate(service, `${STAKE_CAPS}?encoding=base64`));
    expect(stakeCaps?.publishTime).toBe(NOON_S);
    expect(stakeCaps?.proof.signers).toEqual([0, 1, 2]);
    expect(stakeCaps?.caps[0]?.cap).toBe(9_007_199_254_740_993n);
    expect(compareStakeCaps(await parsedCaps(service.url), stakeCaps!)).toEqual([]);
  });

  it.each(TAMPERINGS)('are falsified like prices: %s', async (tampering) => {
    const service = await startService({ tampering, now: () => NOON_MS });
    const { blobs, stakeCaps } = verify(await getUpdate(service, STAKE_CAPS));
    const seen = blobs.map((blob) => (blob.ok ? 'verified' : blob.error.check));
    const parsed = await parsedCaps(service.url);
    switch (tampering) {
      case 'replayed-update':
        expect(stakeCaps?.publishTime).toBe(NOON_S - REPLAY_AGE_S);
        return;
      case 'parsed-mismatch':
        expect(compareStakeCaps(parsed, stakeCaps!)).toEqual([parsed[0]?.publisher]);
        return;
      default:
        expect([seen, stakeCaps]).toEqual([[SEEN[tampering]], null]);
    }
  });
});

async function parsedCaps(url: string): Promise<{ publisher: string; cap: bigint }[]> {
  const text = await (await fetch(url + STAKE_CAPS)).text();
  return [...text.matchAll(/"publisher":"(\w+)","cap":(\d+)/g)].map(
    ([, publisher = '', cap = '']) => ({ publisher, cap: BigInt(cap) }),
  );
}
