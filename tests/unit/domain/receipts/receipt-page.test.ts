import { Window } from 'happy-dom';
import { beforeAll, describe, expect, it } from 'vitest';
import { receiptPage, type Receipt } from '@/lib/domain/receipts/document/receipt-page.ts';
import type { SignedPrice } from '@/lib/domain/signed-updates/signed-price.ts';
import { decodeBytes } from '@/lib/domain/signed-updates/bytes.ts';
import { t } from '@/lib/base/locale/t.ts';
import { PYTH_ROUTERS, WORMHOLE_MAINNET } from '@/lib/domain/signed-updates/trust/signer-sets.ts';
import { toSinglePriceUpdate } from '@/lib/domain/signed-updates/single-price.ts';
import { verifyUpdate } from '@/lib/domain/signed-updates/verify.ts';
import { checkPage } from '@/lib/domain/receipts/verifier/check-page.ts';
import { PAGE_STEPS, STEPS } from '@/lib/domain/receipts/verifier/steps.ts';
import { signPriceUpdate, type SigningOptions } from '../../../price-service/signing.ts';
import { createIdentity, LOCAL_IDENTITY } from '../../../price-service/test-signers.ts';
import { capturedUpdate, hasCaptured } from '../signed-updates/captured.ts';
import { BTC, ETH, parsedItem } from '../../background/feeds.ts';

const PUBLISHED = 1_795_219_203;
const PARTS = { verifier: 'void 0', style: 'p { margin: 0; }' };

function receiptOf(price = '6501245', options: SigningOptions = {}): Receipt {
  const signed = parsedItem(BTC, price, PUBLISHED, 4_488_048_007);
  return {
    what: aboveLevel('65000'),
    at: (PUBLISHED + 1) * 1_000,
    price: {
      feedId: BTC,
      name: 'BTC/USD',
      price: { mantissa: BigInt(price), expo: -2 },
      confidence: { mantissa: 100n, expo: -2 },
      publishTime: PUBLISHED,
      timeZone: 'Asia/Kolkata',
      signedPrice: signedPriceOf(signPriceUpdate([signed], { ...options, encoding: 'base64' })),
      announcements: [],
    },
    version: '1.2.3',
    madeAt: (PUBLISHED + 100) * 1_000,
  };
}

function aboveLevel(level: string): Receipt['what'] {
  return { kind: 'crosses', direction: 'above', level };
}

function signedPriceOf({ binary }: ReturnType<typeof signPriceUpdate>): SignedPrice {
  const { emitterChain, emitterAddress, setIndex, keys, quorum } = LOCAL_IDENTITY;
  return {
    update: binary.data[0]!,
    signers: { name: 'Local', emitterChain, emitterAddress, setIndex, keys, quorum },
  };
}

// Not as the environment of these tests: they also read files, for which happy-dom has another URL.
const parser = new new Window().DOMParser();

function parsed(text: string): Document {
  return parser.parseFromString(text, 'text/html') as unknown as Document;
}

/** Opens a page and has it check itself. */
function opened(text: string): Document {
  const page = parsed(text);
  checkPage(page);
  return page;
}

function resultOf(page: Document) {
  const stateOf = (part: string) => page.querySelector(part)?.getAttribute('data-state');
  const failed = [...STEPS, ...PAGE_STEPS].filter(
    (step) => stateOf(`[data-step="${step}"]`) === 'failed',
  );
  return { verdict: stateOf('[data-verdict]'), failed };
}

const HOLDS = { verdict: 'holds', failed: [] };
const failsAt = (step: (typeof STEPS | typeof PAGE_STEPS)[number]) => ({
  verdict: 'fails',
  failed: [step],
});

let markup: string;

beforeAll(async () => {
  markup = await receiptPage(receiptOf(), PARTS);
});

describe('a receipt', () => {
  it('holds, and says who signed', () => {
    const page = opened(markup);
    expect(resultOf(page)).toEqual(HOLDS);
    const signers = [...page.querySelectorAll('[data-signer]')].map((signer) => [
      signer.querySelector('[data-is="signer"]')?.textContent,
      signer.getAttribute('data-state'),
    ]);
    expect(signers).toEqual(
      LOCAL_IDENTITY.keys.map((key, index) => [`0x${key}`, index < 3 ? 'signed' : 'absent']),
    );
    const steps = STEPS.map((step) => page.querySelector(`[data-step="${step}"]`));
    expect(steps.map((step) => step?.getAttribute('data-state'))).toEqual(
      STEPS.map(() => 'passed'),
    );
    expect(page.querySelector('[data-origin]')?.getAttribute('data-state')).toBe('added');
  });

  it('shows the price with every digit, and its time in both zones', () => {
    const page = parsed(markup);
    const textOf = (name: string) => page.querySelector(`[data-is="${name}"]`)?.textContent;
    expect(textOf('price')).toBe('65,012.45');
    expect(textOf('confidence')).toBe('±1.00');
    expect(textOf('utc')).toBe('2026-11-21 00:00:03 UTC');
    expect(textOf('local')).toBe('2026-11-21 05:30:03 +05:30');
  });

  it('shows the time once where the zone is UTC', async () => {
    const receipt = receiptOf();
    receipt.price.timeZone = 'UTC';
    const page = opened(await receiptPage(receipt, PARTS));
    expect(page.querySelector('[data-is="local"]')).toBeNull();
    expect(resultOf(page)).toEqual(HOLDS);
  });

  it.each(['-250', '0', '1', '123456789012'])('holds for the price %s × 10⁻²', async (price) => {
    const receipt = { ...receiptOf(price), what: aboveLevel('-1000') };
    expect(resultOf(opened(await receiptPage(receipt, PARTS)))).toEqual(HOLDS);
  });

  it('was not checked until it is opened', () => {
    const page = parsed(markup);
    expect(resultOf(page)).toEqual({ verdict: 'unchecked', failed: [] });
    const shown = [...page.querySelectorAll('[data-verdict] > :not([hidden])')];
    expect(shown.map((part) => part.getAttribute('data-if'))).toEqual(['unchecked']);
  });

  it('loads nothing, and runs nothing but its verifier', () => {
    const page = parsed(markup);
    expect(page.querySelector('meta[http-equiv]')?.getAttribute('content')).toMatch(
      /^default-src 'none'; script-src 'sha256-[\w+/=]+'; style-src 'sha256-[\w+/=]+'; base-uri 'none'; form-action 'none'$/,
    );
    expect(page.querySelectorAll('[src], [href], [style], iframe, form')).toHaveLength(0);
    expect(page.querySelectorAll('script')).toHaveLength(1);
  });

  it('escapes every text that others wrote', async () => {
    const bad = '</title><script>alert(1)</script><img src=x onerror="alert(2)">\'&amp;';
    const receipt = receiptOf();
    receipt.price.name = bad;
    receipt.price.signedPrice.signers.name = bad;
    const page = opened(await receiptPage(receipt, PARTS));
    expect(page.querySelectorAll('script')).toHaveLength(1);
    expect(page.querySelectorAll('img')).toHaveLength(0);
    expect(page.querySelector('.name')?.textContent.trim()).toBe(bad);
    expect(resultOf(page)).toEqual(HOLDS);
  });

  it('is not made with a text that would end its script', async () => {
    const parts = { ...PARTS, verifier: 'void "</script>"' };
    await expect(receiptPage(receiptOf(), parts)).rejects.toThrow('inlined');
  });
});

describe('a changed receipt does not hold', () => {
  const changes: [what: string, name: string, change: (text: string) => string, step: string][] = [
    ['the price', 'price', () => '65,012.46', 'shown'],
    ['the place of the decimals', 'price', () => '650,124.5', 'shown'],
    ['words in the price', 'price', (text) => `${text} or so`, 'shown'],
    ['the sign of the price', 'price', (text) => `−${text}`, 'shown'],
    ['the confidence', 'confidence', () => '±0.99', 'shown'],
    ['the time', 'utc', () => '2026-11-21 00:00:04 UTC', 'shown'],
    ['the local time', 'local', () => '2026-11-21 05:31:03 +05:30', 'shown'],
    ['the local zone', 'local', () => '2026-11-21 05:30:03 +05:00', 'shown'],
    ['the feed', 'feed-id', () => `0x${ETH}`, 'shown'],
    ['a signer', 'signer', () => `0x${'ab'.repeat(20)}`, 'signatures'],
    ['no signatures needed', 'quorum', () => '0', 'signers'],
    ['more signatures needed', 'quorum', () => '4', 'signers'],
    ['the signer set', 'set-index', () => '1', 'signers'],
    ['the emitter', 'emitter-address', () => `0x${'cd'.repeat(32)}`, 'signers'],
    ['the emitter’s chain', 'emitter-chain', () => '27', 'signers'],
    ['bytes that are cut off', 'update', (text) => text.slice(0, -2), 'format'],
    ['bytes that are no hex digits', 'update', (text) => `zz${text.slice(2)}`, 'format'],
  ];

  it.each(changes)('%s', (_, name, change, step) => {
    const page = parsed(markup);
    const part = page.querySelector(`[data-is="${name}"]`)!;
    part.textContent = change(part.textContent.trim());
    checkPage(page);
    expect(resultOf(page)).toEqual(failsAt(step as never));
  });

  it('any byte of the update that is signed or proves it', () => {
    const page = parsed(markup);
    const part = page.querySelector('[data-is="update"]')!;
    const bytes = Uint8Array.fromHex(part.textContent.trim());
    // The minor version of the format is not signed, and may be any.
    const positions = [...bytes.keys()].filter((position) => position !== 5);
    for (const position of positions.filter((each) => each % 7 === 0)) {
      part.textContent = bytes.with(position, (bytes[position] ?? 0) ^ 1).toHex();
      checkPage(page);
      expect(resultOf(page).verdict, `byte ${position}`).toBe('fails');
    }
  });

  it('a second price over the first, or none', () => {
    for (const text of ['<b data-is="price">9</b>', '']) {
      const page = parsed(markup);
      const price = page.querySelector('[data-is="price"]')!;
      if (text === '') price.remove();
      else price.insertAdjacentHTML('afterend', text);
      checkPage(page);
      expect(resultOf(page)).toEqual(failsAt('shown'));
    }
  });

  it('one signer listed twice', () => {
    const page = parsed(markup);
    const [first, second] = page.querySelectorAll('[data-is="signer"]');
    second!.textContent = first!.textContent;
    checkPage(page);
    expect(resultOf(page)).toEqual(failsAt('signers'));
  });

  it('all prices taken out', () => {
    const page = parsed(markup);
    page.querySelector('[data-price]')?.remove();
    checkPage(page);
    expect(resultOf(page).verdict).toBe('fails');
  });

  it('other signers for an emitter whose signers are built in', async () => {
    const identity = createIdentity({
      seed: 'attacker',
      emitterChain: 26,
      emitterAddress: 'e101faedac5851e32b9b23b5f9411a8c2bac4aae3ed4dd7b811dd1a72ea4aa71',
      setIndex: 4,
    });
    const receipt = receiptOf('6501245', { identity });
    const { emitterChain, emitterAddress, setIndex, keys, quorum } = identity;
    const signers = { name: 'Wormhole guardians', emitterChain, emitterAddress, setIndex };
    receipt.price.signedPrice.signers = { ...signers, keys, quorum };
    expect(resultOf(opened(await receiptPage(receipt, PARTS)))).toEqual(failsAt('signers'));
  });
});

describe('the alert’s condition', () => {
  const pageOf = async (what: Receipt['what']) => receiptPage({ ...receiptOf(), what }, PARTS);
  const below = (level: string) => ({ kind: 'is', side: 'below', level }) as const;

  it('is part of the check', async () => {
    const page = opened(markup);
    expect(page.querySelector('[data-step="asked"]')?.getAttribute('data-state')).toBe('passed');
    expect(resultOf(opened(await pageOf(below('65012.450000000000000001'))))).toEqual(HOLDS);
  });

  it.each([
    ['a level above the price', aboveLevel('65012.450000000000000001')],
    ['the price itself', aboveLevel('65012.45')],
    ['the other direction', below('65000')],
  ])('does not hold for %s', async (_, what) => {
    expect(resultOf(opened(await pageOf(what)))).toEqual(failsAt('asked'));
  });

  it.each([
    ['the level in the words', 0],
    ['the level in the comparison', 1],
  ])('does not hold once %s is another one', (_, at) => {
    const page = parsed(markup);
    page.querySelectorAll('[data-is="level"]')[at]!.textContent = '60,000.00';
    checkPage(page);
    expect(resultOf(page)).toEqual(failsAt('asked'));
  });

  it('does not hold once it is taken out, or its step', () => {
    for (const part of ['[data-asked]', '[data-step="asked"]']) {
      const page = parsed(markup);
      page.querySelector(part)!.remove();
      checkPage(page);
      expect(resultOf(page).verdict, part).toBe('fails');
    }
  });

  it('is not claimed to be checked where one price cannot prove it', async () => {
    const move = { kind: 'moves', direction: 'up', seconds: 300, percent: '1.00' } as const;
    const page = opened(await pageOf({ ...move, from: '64369.75', change: '642.70' }));
    expect(page.querySelector('[data-step="asked"]')).toBeNull();
    expect(page.body.textContent).toContain(t('receipt.asked.moveHint'));
    expect(resultOf(page)).toEqual(HOLDS);
  });
});

describe.skipIf(!hasCaptured)('a receipt of a captured update', () => {
  it.each(['router-set0', 'router-set1', 'wormhole-set3', 'wormhole-set4'])(
    'holds by the built-in signers: %s',
    async (start) => {
      const page = opened(await receiptPage(capturedReceipt(start), PARTS));
      expect(resultOf(page)).toEqual(HOLDS);
      expect(page.querySelector('[data-origin]')?.getAttribute('data-state')).toBe('built-in');
    },
  );

  it('does not hold with fewer signatures needed than the network needs', async () => {
    const receipt = capturedReceipt('router-set1');
    receipt.price.signedPrice.signers.quorum -= 1;
    const page = opened(await receiptPage(receipt, PARTS));
    expect(resultOf(page)).toEqual(failsAt('signers'));
  });
});

/** The receipt of the first price of a captured update. */
function capturedReceipt(start: string): Receipt {
  const { encoding, data } = capturedUpdate(start);
  const profiles = [PYTH_ROUTERS, WORMHOLE_MAINNET];
  const { prices } = verifyUpdate({ encoding, data }, { profiles, nowMs: 0, history: true });
  const [price] = prices.values();
  const { id, expo, publishTime, proof, blob } = price!;
  const { profileName: name, emitterChain, emitterAddress, setIndex, setKeys, quorum } = proof;
  const update = toSinglePriceUpdate(decodeBytes(data[blob], encoding), price!)!.toBase64();
  const keys = [...setKeys];
  const receipt = { ...receiptOf(), what: aboveLevel('-1000') };
  receipt.price = {
    ...receipt.price,
    feedId: id,
    price: { mantissa: price!.price, expo },
    confidence: { mantissa: price!.conf, expo },
    publishTime,
    signedPrice: {
      update,
      signers: { name, emitterChain, emitterAddress, setIndex, keys, quorum },
    },
  };
  return receipt;
}
