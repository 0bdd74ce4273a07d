import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createJudge } from '@/lib/background/intake/judge.ts';
import type { JudgedItem } from '@/lib/background/intake/judged.ts';
import type { PriceUpdate } from '@/lib/price-service/index.ts';
import { BUILT_IN_SIGNERS_VERSION } from '@/lib/domain/signed-updates/trust/built-in-version.ts';
import { DEFAULT_TRUST_SETTINGS } from '@/lib/domain/signed-updates/trust/default-trust.ts';
import { trustFingerprint } from '@/lib/domain/signed-updates/trust/trust-fingerprint.ts';
import type { TrustSettings } from '@/lib/domain/signed-updates/trust/trust-settings.ts';
import {
  signPriceUpdate,
  signStakeCaps,
  type SigningOptions,
  type Tampering,
} from '../../../price-service/signing.ts';
import { createIdentity, LOCAL_IDENTITY, profileOf } from '../../../price-service/test-signers.ts';
import { BTC, ETH, EUR, item } from '../feeds.ts';
import { verificationWords } from '@/lib/domain/signed-updates/verification-words.ts';
import { proofWords } from '@/lib/pages/words/proof-words.ts';

const NOW_S = 1_800_000_000;
const SLOT = NOW_S * 2.5;
const NEVER = { code: 'no-signed-price' };
const LOCAL_TRUST: TrustSettings = {
  ...DEFAULT_TRUST_SETTINGS,
  custom: [profileOf(LOCAL_IDENTITY)],
};

const btc = item(BTC, '6400012', NOW_S, SLOT).item;
const eth = item(ETH, '-250', NOW_S, SLOT).item;
const TRUST = await trustFingerprint(LOCAL_TRUST);
const verified = {
  state: 'verified',
  signerCount: 3,
  setSize: 5,
  profileName: 'Local price service',
  isBuiltIn: false,
  trust: TRUST,
};

function update(options: SigningOptions = {}, ...items: (typeof btc)[]): PriceUpdate {
  return signPriceUpdate(items.length > 0 ? items : [btc, eth], options);
}

function trustingJudge(onSetInUse: (key: string, atMs: number) => void = () => {}) {
  const judge = createJudge(onSetInUse);
  void judge.trust(LOCAL_TRUST);
  return judge;
}

function failedText(judged: Pick<JudgedItem, 'failure'> | undefined): string {
  return judged?.failure ? verificationWords(judged.failure.reason) : '';
}

describe('figures with a parsed part', () => {
  it.each(['show', 'require'] as const)('are verified as they are: %s', async (mode) => {
    expect(await trustingJudge().judge(update(), mode)).toMatchObject([
      { item: btc, proof: verified },
      { item: eth, proof: verified },
    ]);
  });

  it('are unchecked without a profile for their emitter, until there is one', async () => {
    const judge = createJudge(() => {});
    const first = async () => (await judge.judge(update(), 'show'))[0];
    const unchecked = {
      id: BTC,
      item: btc,
      proof: {
        state: 'unchecked',
        reason: {
          code: 'unknown-emitter',
          chain: LOCAL_IDENTITY.emitterChain,
          address: LOCAL_IDENTITY.emitterAddress,
        },
        trust: BUILT_IN_SIGNERS_VERSION,
      },
    };
    await judge.trust(DEFAULT_TRUST_SETTINGS);
    expect(await first()).toEqual(unchecked);
    await judge.trust(LOCAL_TRUST);
    expect(await first()).toMatchObject({ item: btc, proof: verified });
    await judge.trust(DEFAULT_TRUST_SETTINGS);
    expect(await first()).toEqual(unchecked);
  });

  it('are judged by the last of several changes of trust, whichever is ready first', async () => {
    const judge = createJudge(() => {});
    await Promise.all([judge.trust(LOCAL_TRUST), judge.trust(DEFAULT_TRUST_SETTINGS)]);
    const [judged] = await judge.judge(update(), 'show');
    expect(judged?.proof).toMatchObject({ state: 'unchecked', trust: BUILT_IN_SIGNERS_VERSION });
  });

  it('give way to the signed price where they differ from it, which is told as a failure', async () => {
    const lie = update({ tampering: 'parsed-mismatch' });
    expect(lie.parsed?.[0]?.price.price).not.toBe(btc.price.price);
    const [judged] = await trustingJudge().judge(lie, 'show');
    expect(judged).toMatchObject({ item: { price: btc.price, ema_price: btc.ema_price } });
    expect(judged?.proof).toEqual(verified);
    expect(failedText(judged)).toContain('(price)');
    expect(judged?.failure?.trust).toBe(TRUST);
  });

  it('have the slot of the signed bytes where the parsed part names none', async () => {
    const { binary } = update();
    const bare = { ...btc, metadata: { proof_available_time: NOW_S + 1 } };
    const [judged] = await trustingJudge().judge({ binary, parsed: [bare] }, 'show');
    expect(judged).toMatchObject({ item: { metadata: { slot: SLOT } }, proof: verified });
    expect(judged?.item?.metadata.proof_available_time).toBe(NOW_S + 1);
  });

  it('name every field that differs', async () => {
    const { binary } = update();
    const later = { ...btc, price: { ...btc.price, conf: '1', publish_time: NOW_S + 1 } };
    const [judged] = await trustingJudge().judge({ binary, parsed: [later] }, 'show');
    expect(judged?.item?.price).toEqual(btc.price);
    expect(failedText(judged)).toContain('(confidence and publish time)');
  });

  it.each<[Tampering, string]>([
    ['altered-price', 'isn’t covered by its signatures'],
    ['wrong-proof', 'isn’t covered by its signatures'],
    ['short-quorum', 'Signed by 2 of 5'],
  ])('count for nothing, with the reason, when they fail: %s', async (tampering, reason) => {
    const judged = await trustingJudge().judge(update({ tampering }), 'show');
    expect(judged.map(({ id, item: counting, proof }) => [id, counting, proof])).toEqual([
      [BTC, null, undefined],
      [ETH, null, undefined],
    ]);
    for (const each of judged) expect(failedText(each)).toContain(reason);
  });

  it.each<[Tampering, string]>([
    ['wrong-emitter', 'an unknown source'],
    ['unknown-set', 'set 1 of Local price service, but'],
  ])('stay as sent, with the reason, when they are unchecked: %s', async (tampering, reason) => {
    const sent = update({ tampering });
    const judged = await trustingJudge().judge(sent, 'show');
    expect(judged.map((each) => each.item)).toEqual(sent.parsed);
    for (const { proof, failure } of judged) {
      expect(proof?.state).toBe('unchecked');
      expect(proof && proofWords(proof)).toContain(reason);
      expect(failure).toBeUndefined();
    }
  });

  it('are judged by their ids: in any order, and not where the binary lacks them', async () => {
    const { binary } = update({}, btc, eth);
    const eur = item(EUR, '1', NOW_S, SLOT).item;
    expect(await trustingJudge().judge({ binary, parsed: [eur, eth, btc] }, 'show')).toMatchObject([
      { item: eur, proof: { state: 'unchecked', reason: NEVER } },
      { item: eth, proof: verified },
      { item: btc, proof: verified },
    ]);
  });

  it('are verified when a bad blob comes with the good ones', async () => {
    const good = update({}, btc).binary.data;
    const bad = update({ tampering: 'wrong-proof' }, eth).binary.data;
    const mixed = { encoding: 'hex' as const, data: ['rubbish', ...bad, ...good] };
    const judged = await trustingJudge().judge({ binary: mixed, parsed: [btc, eth] }, 'show');
    expect(judged.map(({ proof, failure }) => [proof?.state, failure !== undefined])).toEqual([
      ['verified', false],
      [undefined, true],
    ]);
  });

  it.each([
    ['first', (bad: string[], strange: string[]) => [...bad, ...strange]],
    ['last', (bad: string[], strange: string[]) => [...strange, ...bad]],
  ])('fail where a forged blob claims them %s beside an unknown signer’s', async (_, order) => {
    const forged = update({ tampering: 'wrong-proof' });
    const strange = update({ tampering: 'wrong-emitter' });
    const data = order(forged.binary.data, strange.binary.data);
    const sent = { ...forged, binary: { ...forged.binary, data } };
    for (const parsed of [sent.parsed, null]) {
      const judged = await trustingJudge().judge({ ...sent, parsed }, 'show');
      expect(judged.map(({ id, item: shown, failure }) => [id, shown, Boolean(failure)])).toEqual([
        [BTC, null, true],
        [ETH, null, true],
      ]);
    }
  });

  it('are the signed ones, and fail, where a feed is listed twice and once wrongly', async () => {
    const { binary } = update();
    const lie = { ...btc, price: { ...btc.price, price: '1' } };
    for (const parsed of [
      [btc, lie],
      [lie, btc],
    ]) {
      const judged = await trustingJudge().judge({ binary, parsed }, 'show');
      expect(judged.map(({ item: shown }) => shown?.price.price)).toEqual(['6400012', '6400012']);
      expect(judged.filter(({ failure }) => failure)).toHaveLength(1);
    }
  });

  it('are not checked when signatures are off', async () => {
    const onSetInUse = vi.fn();
    const lie = update({ tampering: 'parsed-mismatch' });
    expect(await trustingJudge(onSetInUse).judge(lie, 'off')).toEqual(
      lie.parsed?.map((each) => ({ id: each.id, item: each })),
    );
    expect(onSetInUse).not.toHaveBeenCalled();
  });
});

describe('figures without a parsed part', () => {
  it.each([undefined, null])('come from the signed bytes: parsed is %s', async (parsed) => {
    const { binary } = update({ encoding: 'base64' });
    const lean: PriceUpdate = parsed === null ? { binary, parsed } : { binary };
    const judged = await trustingJudge().judge(lean, 'show');
    expect(judged).toMatchObject(
      [btc, eth].map(({ id, price, ema_price }) => ({ id, item: { id, price, ema_price } })),
    );
    expect(judged[0]?.item?.metadata).toMatchObject({ slot: SLOT });
    expect(judged.map(({ proof }) => proof)).toEqual([verified, verified]);
  });

  it('come unchecked, with the reason, from bytes of an unknown signer set', async () => {
    const { binary } = update({ tampering: 'unknown-set' });
    const judged = await trustingJudge().judge({ binary }, 'show');
    expect(judged).toMatchObject(
      [btc, eth].map(({ id, price }) => ({ id, item: { price, metadata: { slot: null } } })),
    );
    for (const { proof, signed } of judged) {
      expect(proof?.state).toBe('unchecked');
      expect(proof && proofWords(proof)).toContain('set 1 of Local price service, but');
      expect(signed).toBeUndefined();
    }
  });

  it('count for nothing, with the reason, where the bytes fail', async () => {
    const { binary } = update({ tampering: 'wrong-proof' });
    const judged = await trustingJudge().judge({ binary }, 'show');
    expect(judged.map(({ id, item: counting }) => [id, counting])).toEqual([
      [BTC, null],
      [ETH, null],
    ]);
    for (const each of judged) {
      expect(failedText(each)).toContain('isn’t covered by its signatures');
    }
  });

  it('are read without a word about signatures when these are off', async () => {
    const { binary } = update();
    const judged = await trustingJudge().judge({ binary }, 'off');
    expect(judged.map(({ item: shown }) => shown?.price)).toEqual([btc.price, eth.price]);
    expect(judged.every((each) => Object.keys(each).join() === 'id,item')).toBe(true);
  });
});

describe('stake caps', () => {
  const caps = [{ publisher: '11111111111111111111111111111112', cap: 2n ** 53n + 1n }];
  const binary = signStakeCaps(caps, NOW_S);

  it('come from the signed bytes where these are all there is, without a word where signatures are off', async () => {
    const judge = trustingJudge();
    expect(await judge.judgeCaps({ binary }, 'show')).toMatchObject({ caps, proof: verified });
    expect(await judge.judgeCaps({ binary }, 'off')).toEqual({ caps, publishTime: NOW_S });
  });

  it('fail where a publisher is named twice, once wrongly: the signed ones count', async () => {
    const [right] = caps;
    const publisher_stake_caps = [{ ...right!, cap: 1n }, right!];
    const judged = await trustingJudge().judgeCaps(
      { binary, parsed: [{ publisher_stake_caps }] },
      'show',
    );
    expect(judged).toMatchObject({ caps, proof: verified });
    expect(failedText(judged)).toContain('don’t match the signed ones for 1 publisher');
  });

  it('fail where a forged blob stands beside an unknown signer’s', async () => {
    const bad = signStakeCaps(caps, NOW_S, { tampering: 'wrong-proof' });
    const strange = signStakeCaps(caps, NOW_S, { tampering: 'wrong-emitter' });
    const data = [...strange.data, ...bad.data];
    const judged = await trustingJudge().judgeCaps(
      { binary: { ...bad, data }, parsed: null },
      'show',
    );
    expect(judged).toMatchObject({ caps: null, failure: { trust: TRUST } });
  });

  it('count for nothing where the signed bytes fail', async () => {
    const broken = { ...binary, data: binary.data.map((text) => `${text.slice(0, -2)}00`) };
    const parsed = [{ publisher_stake_caps: caps }];
    const judged = await trustingJudge().judgeCaps({ binary: broken, parsed }, 'show');
    expect(judged).toMatchObject({ caps: null, failure: { trust: TRUST } });
    expect(judged.proof).toBeUndefined();
  });
});

describe('the first use of a signer set', () => {
  const [custom] = LOCAL_TRUST.custom;
  const key = `custom-26-${custom?.emitterAddress}/0`;

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'], now: NOW_S * 1000 });
    return () => void vi.useRealTimers();
  });

  it('is told once', async () => {
    const onSetInUse = vi.fn();
    const judge = trustingJudge(onSetInUse);
    await judge.judge(update(), 'show');
    vi.setSystemTime(NOW_S * 1000 + 5_000);
    await judge.judge(update({}, item(BTC, '1', NOW_S + 1, SLOT + 2).item), 'require');
    expect(onSetInUse).toHaveBeenCalledExactlyOnceWith(key, NOW_S * 1000);
  });

  it('is not told again where the settings know of it', async () => {
    const onSetInUse = vi.fn();
    const judge = createJudge(onSetInUse);
    await judge.trust({ ...LOCAL_TRUST, setsInUse: { [key]: 1 } });
    await judge.judge(update(), 'show');
    expect(onSetInUse).not.toHaveBeenCalled();
  });

  it('is no use by updates that are not verified', async () => {
    const onSetInUse = vi.fn();
    const judge = trustingJudge(onSetInUse);
    await judge.judge(update({ tampering: 'short-quorum' }), 'show');
    await judge.judge(update({ identity: createIdentity({ seed: 'attacker' }) }), 'show');
    expect(onSetInUse).not.toHaveBeenCalled();
  });
});
