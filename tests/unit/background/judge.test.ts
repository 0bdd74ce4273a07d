import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createJudge } from '@/lib/background/judge.ts';
import type { PriceUpdate } from '@/lib/price-service/index.ts';
import { DEFAULT_TRUST_SETTINGS } from '@/lib/signed-updates/default-trust.ts';
import type { TrustSettings } from '@/lib/signed-updates/trust-settings.ts';
import {
  signPriceUpdate,
  signStakeCaps,
  type SigningOptions,
  type Tampering,
} from '../../price-service/signing.ts';
import { createIdentity, LOCAL_IDENTITY, profileOf } from '../../price-service/test-signers.ts';
import { BTC, ETH, EUR, item } from './feeds.ts';

const NOW_S = 1_800_000_000;
const SLOT = NOW_S * 2.5;
const NEVER = 'The update holds no signed price for this feed.';
const LOCAL_TRUST: TrustSettings = {
  ...DEFAULT_TRUST_SETTINGS,
  custom: [profileOf(LOCAL_IDENTITY)],
};

const btc = item(BTC, '6400012', NOW_S, SLOT).item;
const eth = item(ETH, '-250', NOW_S, SLOT).item;
const verified = { state: 'verified', text: '3 of 5 · Local price service' };

function update(options: SigningOptions = {}, ...items: (typeof btc)[]): PriceUpdate {
  return signPriceUpdate(items.length > 0 ? items : [btc, eth], options);
}

function trustingJudge(onSetInUse: (key: string, atMs: number) => void = () => {}) {
  const judge = createJudge(onSetInUse);
  judge.trust(LOCAL_TRUST);
  return judge;
}

describe('figures with a parsed part', () => {
  it.each(['show', 'require'] as const)('are verified as they are: %s', (mode) => {
    expect(trustingJudge().judge(update(), mode)).toMatchObject([
      { item: btc, proof: verified },
      { item: eth, proof: verified },
    ]);
  });

  it('are not verified without a profile for their emitter, until there is one', () => {
    const judge = createJudge(() => {});
    const reason: unknown = expect.stringContaining(LOCAL_IDENTITY.emitterAddress);
    const unverified = { item: btc, proof: { state: 'unverified', text: reason } };
    expect(judge.judge(update(), 'show')[0]).toEqual(unverified);
    judge.trust(DEFAULT_TRUST_SETTINGS);
    expect(judge.judge(update(), 'show')[0]).toEqual(unverified);
    judge.trust(LOCAL_TRUST);
    expect(judge.judge(update(), 'show')[0]).toMatchObject({ item: btc, proof: verified });
    judge.trust(DEFAULT_TRUST_SETTINGS);
    expect(judge.judge(update(), 'show')[0]).toEqual(unverified);
  });

  it('give way to the signed figure where they contradict it', () => {
    const lie = update({ tampering: 'parsed-mismatch' });
    expect(lie.parsed?.[0]?.price.price).not.toBe(btc.price.price);
    const [judged] = trustingJudge().judge(lie, 'show');
    expect(judged?.item.price).toEqual(btc.price);
    expect(judged?.item.ema_price).toEqual(btc.ema_price);
    expect(judged?.proof?.state).toBe('mismatch');
    expect(judged?.proof?.text).toContain('(price)');
  });

  it('have the slot of the signed bytes where the parsed part names none', () => {
    const { binary } = update();
    const bare = { ...btc, metadata: { proof_available_time: NOW_S + 1 } };
    const [judged] = trustingJudge().judge({ binary, parsed: [bare] }, 'show');
    expect(judged).toMatchObject({ item: { metadata: { slot: SLOT } }, proof: verified });
    expect(judged?.item.metadata.proof_available_time).toBe(NOW_S + 1);
  });

  it('name every field that is contradicted', () => {
    const { binary } = update();
    const later = { ...btc, price: { ...btc.price, conf: '1', publish_time: NOW_S + 1 } };
    const [judged] = trustingJudge().judge({ binary, parsed: [later] }, 'show');
    expect(judged?.item.price).toEqual(btc.price);
    expect(judged?.proof?.text).toContain('(conf, publish_time)');
  });

  it.each<[Tampering, string]>([
    ['altered-price', 'does not belong to the signed root'],
    ['wrong-proof', 'does not belong to the signed root'],
    ['short-quorum', 'Signed by 2 of 5'],
    ['wrong-emitter', 'no trust profile covers'],
    ['unknown-set', 'unknown set 1'],
  ])('stay as sent, with the reason, when they are not proven: %s', (tampering, reason) => {
    const lie = update({ tampering });
    const judged = trustingJudge().judge(lie, 'show');
    expect(judged.map((each) => each.item)).toEqual(lie.parsed);
    for (const { proof } of judged) {
      expect(proof?.state).toBe('unverified');
      expect(proof?.text).toContain(reason);
    }
  });

  it('are judged by their ids: in any order, and not where the binary lacks them', () => {
    const { binary } = update({}, btc, eth);
    const eur = item(EUR, '1', NOW_S, SLOT).item;
    expect(trustingJudge().judge({ binary, parsed: [eur, eth, btc] }, 'show')).toMatchObject([
      { item: eur, proof: { state: 'unverified', text: NEVER } },
      { item: eth, proof: verified },
      { item: btc, proof: verified },
    ]);
  });

  it('are verified when a bad blob comes with the good ones', () => {
    const good = update({}, btc).binary.data;
    const bad = update({ tampering: 'wrong-proof' }, eth).binary.data;
    const mixed = { encoding: 'hex' as const, data: ['rubbish', ...bad, ...good] };
    const judged = trustingJudge().judge({ binary: mixed, parsed: [btc, eth] }, 'show');
    expect(judged.map(({ proof }) => proof?.state)).toEqual(['verified', 'unverified']);
  });

  it('are not looked at when signatures are off', () => {
    const onSetInUse = vi.fn();
    const lie = update({ tampering: 'parsed-mismatch' });
    expect(trustingJudge(onSetInUse).judge(lie, 'off')).toEqual(
      lie.parsed?.map((each) => ({ item: each })),
    );
    expect(onSetInUse).not.toHaveBeenCalled();
  });
});

describe('figures without a parsed part', () => {
  it.each([undefined, null])('come from the signed bytes: parsed is %s', (parsed) => {
    const { binary } = update({ encoding: 'base64' });
    const lean: PriceUpdate = parsed === null ? { binary, parsed } : { binary };
    const judged = trustingJudge().judge(lean, 'show');
    expect(judged.map(({ item: { id, price, ema_price: ema } }) => [id, price, ema])).toEqual(
      [btc, eth].map(({ id, price, ema_price: ema }) => [id, price, ema]),
    );
    expect(judged[0]?.item.metadata).toMatchObject({ slot: SLOT });
    expect(judged.map(({ proof }) => proof)).toEqual([verified, verified]);
  });

  it.each<[Tampering, string]>([
    ['wrong-proof', 'does not belong to the signed root'],
    ['unknown-set', 'unknown set 1'],
  ])('come unproven, with the reason, from a blob that is rejected: %s', (tampering, reason) => {
    const { binary } = update({ tampering });
    const judged = trustingJudge().judge({ binary }, 'show');
    expect(judged.map(({ item: { id, price } }) => [id, price])).toEqual(
      [btc, eth].map(({ id, price }) => [id, price]),
    );
    for (const { proof, signed, item: shown } of judged) {
      expect(proof?.state).toBe('unverified');
      expect(proof?.text).toContain(reason);
      expect(shown.metadata.slot).toBeNull();
      expect(signed).toBeUndefined();
    }
  });

  it('are read without a word about signatures when these are off', () => {
    const { binary } = update();
    const judged = trustingJudge().judge({ binary }, 'off');
    expect(judged.map(({ item: shown }) => shown.price)).toEqual([btc.price, eth.price]);
    expect(judged.every((each) => Object.keys(each).join() === 'item')).toBe(true);
  });
});

describe('stake caps', () => {
  const caps = [{ publisher: '11111111111111111111111111111112', cap: 2n ** 53n + 1n }];
  const binary = signStakeCaps(caps, NOW_S);

  it('come from the signed bytes where these are all there is, without a word where signatures are off', () => {
    const judge = trustingJudge();
    expect(judge.judgeCaps({ binary }, 'show')).toMatchObject({ caps, proof: verified });
    expect(judge.judgeCaps({ binary }, 'off')).toEqual({ caps, publishTime: NOW_S });
  });

  it('contradict the signed bytes where a publisher is named twice, once wrongly', () => {
    const [right] = caps;
    const publisher_stake_caps = [{ ...right!, cap: 1n }, right!];
    const judged = trustingJudge().judgeCaps(
      { binary, parsed: [{ publisher_stake_caps }] },
      'show',
    );
    expect(judged).toMatchObject({ caps, proof: { state: 'mismatch' } });
  });
});

describe('the first use of a signer set', () => {
  const [custom] = LOCAL_TRUST.custom;
  const key = `custom-26-${custom?.emitterAddress}/0`;

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'], now: NOW_S * 1000 });
    return () => void vi.useRealTimers();
  });

  it('is told once', () => {
    const onSetInUse = vi.fn();
    const judge = trustingJudge(onSetInUse);
    judge.judge(update(), 'show');
    vi.setSystemTime(NOW_S * 1000 + 5_000);
    judge.judge(update({}, item(BTC, '1', NOW_S + 1, SLOT + 2).item), 'require');
    expect(onSetInUse).toHaveBeenCalledExactlyOnceWith(key, NOW_S * 1000);
  });

  it('is not told again where the settings know of it', () => {
    const onSetInUse = vi.fn();
    const judge = createJudge(onSetInUse);
    judge.trust({ ...LOCAL_TRUST, setsInUse: { [key]: 1 } });
    judge.judge(update(), 'show');
    expect(onSetInUse).not.toHaveBeenCalled();
  });

  it('is no use by updates that are not verified', () => {
    const onSetInUse = vi.fn();
    const judge = trustingJudge(onSetInUse);
    judge.judge(update({ tampering: 'short-quorum' }), 'show');
    judge.judge(update({ identity: createIdentity({ seed: 'attacker' }) }), 'show');
    expect(onSetInUse).not.toHaveBeenCalled();
  });
});
