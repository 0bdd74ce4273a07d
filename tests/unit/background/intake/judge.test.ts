import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createJudge, type JudgedPrice } from '@/lib/background/intake/judge.ts';
import type { ParsedPrice, PriceUpdate } from '@/lib/price-service/index.ts';
import {
  BUILT_IN_SIGNERS_VERSION,
  trustFingerprint,
  DEFAULT_TRUST_SETTINGS,
} from '@/lib/domain/signed-updates/trust/trust-fingerprint.ts';
import type { TrustSettings } from '@/lib/domain/signed-updates/trust/trust-settings.ts';
import {
  signPriceUpdate,
  signStakeCaps,
  type SigningOptions,
} from '../../../price-service/signing.ts';
import type { Tampering } from '../../../price-service/tampering.ts';
import { createIdentity, LOCAL_IDENTITY, profileOf } from '../../../price-service/test-signers.ts';
import { BTC, ETH, EUR, parsedItem } from '../feeds.ts';
import { verificationWords } from '@/lib/domain/signed-updates/verification-words.ts';
import { proofWords } from '@/lib/pages/words/proof-words.ts';

const NOW_S = 1_800_000_000;
const SLOT = NOW_S * 2.5;
const NEVER = { code: 'no-signed-price' };
const LOCAL_TRUST: TrustSettings = {
  ...DEFAULT_TRUST_SETTINGS,
  custom: [profileOf(LOCAL_IDENTITY)],
};

const btc = parsedItem(BTC, '6400012', NOW_S, SLOT);
const eth = parsedItem(ETH, '-250', NOW_S, SLOT);
const TRUST = await trustFingerprint(LOCAL_TRUST);
const verified = {
  state: 'verified',
  signerCount: 3,
  setSize: 5,
  profileName: 'Local price service',
  isBuiltIn: false,
  trust: TRUST,
};

/** The price that the judge makes of this one. */
const made = ({ price, ema_price: ema, metadata }: ParsedPrice, proof?: object) => ({
  price: price.price,
  conf: price.conf,
  expo: price.expo,
  publishTime: price.publish_time,
  emaPrice: ema.price,
  emaConf: ema.conf,
  emaExpo: ema.expo,
  slot: metadata.slot,
  prevPublishTime: metadata.prev_publish_time,
  proofAvailableTime: metadata.proof_available_time,
  receivedAt: expect.any(Number),
  direction: 0,
  ...(proof && { proof }),
});

function update(options: SigningOptions = {}, ...items: (typeof btc)[]): PriceUpdate {
  return signPriceUpdate(items.length > 0 ? items : [btc, eth], options);
}

function trustingJudge(onSetInUse: (key: string, atMs: number) => void = () => {}) {
  const judge = createJudge(onSetInUse);
  void judge.trust(LOCAL_TRUST);
  return judge;
}

function failedText(judged: Pick<JudgedPrice, 'failure'> | undefined): string {
  return judged?.failure ? verificationWords(judged.failure.reason) : '';
}

/** That neither price counts. */
const NEITHER = [
  { id: BTC, price: null },
  { id: ETH, price: null },
];

describe('figures with a parsed part', () => {
  it.each(['show', 'require'] as const)('are verified as they are: %s', async (mode) => {
    expect(await trustingJudge().verifyUpdate(update(), mode)).toMatchObject([
      { price: made(btc, verified) },
      { price: made(eth, verified) },
    ]);
  });

  it('are unchecked without a profile for their emitter, until there is one', async () => {
    const judge = createJudge(() => {});
    const first = async () => (await judge.verifyUpdate(update(), 'show'))[0];
    const unchecked = {
      id: BTC,
      price: made(btc, {
        state: 'unchecked',
        reason: {
          code: 'unknown-emitter',
          chain: LOCAL_IDENTITY.emitterChain,
          address: LOCAL_IDENTITY.emitterAddress,
        },
        trust: BUILT_IN_SIGNERS_VERSION,
      }),
    };
    await judge.trust(DEFAULT_TRUST_SETTINGS);
    expect(await first()).toEqual(unchecked);
    await judge.trust(LOCAL_TRUST);
    expect(await first()).toMatchObject({ price: made(btc, verified) });
    await judge.trust(DEFAULT_TRUST_SETTINGS);
    expect(await first()).toEqual(unchecked);
  });

  it('are judged by the last of several changes of trust, whichever is ready first', async () => {
    const judge = createJudge(() => {});
    await Promise.all([judge.trust(LOCAL_TRUST), judge.trust(DEFAULT_TRUST_SETTINGS)]);
    const [judged] = await judge.verifyUpdate(update(), 'show');
    expect(judged?.price?.proof).toMatchObject({
      state: 'unchecked',
      trust: BUILT_IN_SIGNERS_VERSION,
    });
  });

  it('give way to the signed price where they differ from it, which is told as a failure', async () => {
    const lie = update({ tampering: 'parsed-mismatch' });
    expect(lie.parsed?.[0]?.price.price).not.toBe(btc.price.price);
    const [judged] = await trustingJudge().verifyUpdate(lie, 'show');
    expect(judged?.price).toEqual({
      ...made(btc, verified),
      prevPublishTime: expect.any(Number),
    });
    expect(failedText(judged)).toContain('(price)');
    expect(judged?.failure?.trust).toBe(TRUST);
  });

  it('have the slot of the signed bytes where the parsed part names none', async () => {
    const { binary } = update();
    const bare = { ...btc, metadata: { proof_available_time: NOW_S + 1 } };
    const [judged] = await trustingJudge().verifyUpdate({ binary, parsed: [bare] }, 'show');
    expect(judged).toMatchObject({ price: { slot: SLOT, proof: verified } });
    expect(judged?.price?.proofAvailableTime).toBe(NOW_S + 1);
  });

  it('name every field that differs', async () => {
    const { binary } = update();
    const later = { ...btc, price: { ...btc.price, conf: '1', publish_time: NOW_S + 1 } };
    const [judged] = await trustingJudge().verifyUpdate({ binary, parsed: [later] }, 'show');
    expect(judged?.price).toMatchObject({ conf: '100', publishTime: NOW_S });
    expect(failedText(judged)).toContain('(conf, publish_time)');
  });

  it.each<[Tampering, string]>([
    ['altered-price', 'isn’t covered by its signatures'],
    ['wrong-proof', 'isn’t covered by its signatures'],
    ['short-quorum', 'Signed by 2 of 5'],
  ])('count for nothing, with the reason, when they fail: %s', async (tampering, reason) => {
    const judged = await trustingJudge().verifyUpdate(update({ tampering }), 'show');
    expect(judged).toMatchObject(NEITHER);
    for (const each of judged) expect(failedText(each)).toContain(reason);
  });

  it.each<[Tampering, string]>([
    ['wrong-emitter', 'an unknown source'],
    ['unknown-set', 'set 1 of Local price service, but'],
  ])('stay as sent, with the reason, when they are unchecked: %s', async (tampering, reason) => {
    const sent = update({ tampering });
    const judged = await trustingJudge().verifyUpdate(sent, 'show');
    expect(judged.map(({ price }) => price)).toEqual(
      sent.parsed?.map((each) => made(each, expect.anything() as object)),
    );
    for (const { price, failure } of judged) {
      const proof = price?.proof;
      expect(proof?.state).toBe('unchecked');
      expect(proof && proofWords(proof)).toContain(reason);
      expect(failure).toBeUndefined();
    }
  });

  it('are judged by their ids: in any order, and not where the binary lacks them', async () => {
    const { binary } = update({}, btc, eth);
    const eur = parsedItem(EUR, '1', NOW_S, SLOT);
    expect(
      await trustingJudge().verifyUpdate({ binary, parsed: [eur, eth, btc] }, 'show'),
    ).toMatchObject([
      { price: { ...made(eur), proof: { state: 'unchecked', reason: NEVER } } },
      { price: made(eth, verified) },
      { price: made(btc, verified) },
    ]);
  });

  it('are verified when a bad blob comes with the good ones', async () => {
    const good = update({}, btc).binary.data;
    const bad = update({ tampering: 'wrong-proof' }, eth).binary.data;
    const mixed = { encoding: 'hex' as const, data: ['rubbish', ...bad, ...good] };
    const judged = await trustingJudge().verifyUpdate(
      { binary: mixed, parsed: [btc, eth] },
      'show',
    );
    expect(
      judged.map(({ price, failure }) => [price?.proof?.state, failure !== undefined]),
    ).toEqual([
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
      const judged = await trustingJudge().verifyUpdate({ ...sent, parsed }, 'show');
      expect(judged.map(({ id, price: shown, failure }) => [id, shown, Boolean(failure)])).toEqual([
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
      const judged = await trustingJudge().verifyUpdate({ binary, parsed }, 'show');
      expect(judged.map(({ price: shown }) => shown?.price)).toEqual(['6400012', '6400012']);
      expect(judged.filter(({ failure }) => failure)).toHaveLength(1);
    }
  });

  it('are not checked when signatures are off', async () => {
    const onSetInUse = vi.fn();
    const lie = update({ tampering: 'parsed-mismatch' });
    expect(await trustingJudge(onSetInUse).verifyUpdate(lie, 'off')).toEqual(
      lie.parsed?.map((each) => ({ id: each.id, price: made(each) })),
    );
    expect(onSetInUse).not.toHaveBeenCalled();
  });
});

describe('figures without a parsed part', () => {
  it.each([undefined, null])('come from the signed bytes: parsed is %s', async (parsed) => {
    const { binary } = update({ encoding: 'base64' });
    const lean: PriceUpdate = parsed === null ? { binary, parsed } : { binary };
    const judged = await trustingJudge().verifyUpdate(lean, 'show');
    expect(judged).toMatchObject(
      [btc, eth].map((each) => ({
        id: each.id,
        price: { ...made(each, verified), prevPublishTime: expect.any(Number) },
      })),
    );
  });

  it('come unchecked, with the reason, from bytes of an unknown signer set', async () => {
    const { binary } = update({ tampering: 'unknown-set' });
    const judged = await trustingJudge().verifyUpdate({ binary }, 'show');
    expect(judged).toMatchObject(
      [btc, eth].map(({ id, price: { price } }) => ({ id, price: { price, slot: null } })),
    );
    for (const { price, evidence } of judged) {
      const proof = price?.proof;
      expect(proof?.state).toBe('unchecked');
      expect(proof && proofWords(proof)).toContain('set 1 of Local price service, but');
      expect(evidence).toBeUndefined();
    }
  });

  it('count for nothing, with the reason, where the bytes fail', async () => {
    const { binary } = update({ tampering: 'wrong-proof' });
    const judged = await trustingJudge().verifyUpdate({ binary }, 'show');
    expect(judged).toMatchObject(NEITHER);
    for (const each of judged) {
      expect(failedText(each)).toContain('isn’t covered by its signatures');
    }
  });

  it('are read without a word about signatures when these are off', async () => {
    const { binary } = update();
    const judged = await trustingJudge().verifyUpdate({ binary }, 'off');
    expect(judged.map(({ price: shown }) => shown?.price)).toEqual([
      btc.price.price,
      eth.price.price,
    ]);
    expect(judged.every((each) => Object.keys(each).join() === 'id,price')).toBe(true);
    expect(judged.every(({ price: shown }) => shown !== null && !('proof' in shown))).toBe(true);
  });

  it('have no slot where it is beyond 2^53', async () => {
    const { binary } = update({}, parsedItem(BTC, '1', NOW_S, 2 ** 60));
    const judged = await trustingJudge().verifyUpdate({ binary }, 'show');
    expect(judged).toMatchObject([{ price: { slot: null, proof: verified } }]);
  });
});

describe('stake caps', () => {
  const caps = [{ publisher: '11111111111111111111111111111112', cap: 2n ** 53n + 1n }];
  const binary = signStakeCaps(caps, NOW_S);

  it('come from the signed bytes where these are all there is, without a word where signatures are off', async () => {
    const judge = trustingJudge();
    expect(await judge.verifyStakeCaps({ binary }, 'show')).toMatchObject({
      caps,
      proof: verified,
    });
    expect(await judge.verifyStakeCaps({ binary }, 'off')).toEqual({ caps, publishTime: NOW_S });
  });

  it('fail where a publisher is named twice, once wrongly: the signed ones count', async () => {
    const [right] = caps;
    const publisher_stake_caps = [{ ...right!, cap: 1n }, right!];
    const judged = await trustingJudge().verifyStakeCaps(
      { binary, parsed: [{ publisher_stake_caps }] },
      'show',
    );
    expect(judged).toMatchObject({ caps, proof: verified });
    expect(failedText(judged)).toContain('don’t match the signed ones');
  });

  it('fail where a forged blob stands beside an unknown signer’s', async () => {
    const bad = signStakeCaps(caps, NOW_S, { tampering: 'wrong-proof' });
    const strange = signStakeCaps(caps, NOW_S, { tampering: 'wrong-emitter' });
    const data = [...strange.data, ...bad.data];
    const judged = await trustingJudge().verifyStakeCaps(
      { binary: { ...bad, data }, parsed: null },
      'show',
    );
    expect(judged).toMatchObject({ caps: null, failure: { trust: TRUST } });
  });

  it('count for nothing where the signed bytes fail', async () => {
    const broken = { ...binary, data: binary.data.map((text) => `${text.slice(0, -2)}00`) };
    const parsed = [{ publisher_stake_caps: caps }];
    const judged = await trustingJudge().verifyStakeCaps({ binary: broken, parsed }, 'show');
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
    await judge.verifyUpdate(update(), 'show');
    vi.setSystemTime(NOW_S * 1000 + 5_000);
    await judge.verifyUpdate(update({}, parsedItem(BTC, '1', NOW_S + 1, SLOT + 2)), 'require');
    expect(onSetInUse).toHaveBeenCalledExactlyOnceWith(key, NOW_S * 1000);
  });

  it('is not told again where the settings know of it', async () => {
    const onSetInUse = vi.fn();
    const judge = createJudge(onSetInUse);
    await judge.trust({ ...LOCAL_TRUST, setsInUse: { [key]: 1 } });
    await judge.verifyUpdate(update(), 'show');
    expect(onSetInUse).not.toHaveBeenCalled();
  });

  it('is no use by updates that are not verified', async () => {
    const onSetInUse = vi.fn();
    const judge = trustingJudge(onSetInUse);
    await judge.verifyUpdate(update({ tampering: 'short-quorum' }), 'show');
    await judge.verifyUpdate(update({ identity: createIdentity({ seed: 'attacker' }) }), 'show');
    expect(onSetInUse).not.toHaveBeenCalled();
  });
});
