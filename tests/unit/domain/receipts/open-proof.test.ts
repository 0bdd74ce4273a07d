import { Window } from 'happy-dom';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { proofPage } from '@/lib/domain/receipts/document/proof-page.ts';
import { drawn } from '@/lib/domain/receipts/open-proof.ts';
import type { ProofFile } from '@/lib/domain/receipts/proof-file.ts';
import { t } from '@/lib/base/locale/t.ts';
import { signPriceUpdate, type SigningOptions } from '../../../price-service/signing.ts';
import { createIdentity, LOCAL_IDENTITY } from '../../../price-service/test-signers.ts';
import { capturedUpdate, hasCaptured } from '../signed-updates/captured.ts';
import { decodeBytes } from '@/lib/domain/signed-updates/bytes.ts';
import { PYTH_ROUTERS, WORMHOLE_MAINNET } from '@/lib/domain/signed-updates/trust/signer-sets.ts';
import { toSinglePriceUpdate } from '@/lib/domain/signed-updates/single-price.ts';
import { verifyUpdate } from '@/lib/domain/signed-updates/verify.ts';
import { BTC, ETH, parsedItem } from '../../background/feeds.ts';

const PUBLISHED = 1_795_219_203;
const PARTS = { script: 'void 0', style: 'p { margin: 0; }' };

// Not as the environment of these tests: they also read files, for which happy-dom has another URL.
const parser = new new Window().DOMParser();

type Signed = ProofFile['prices'][number]['signed'];

function signedPrice(id: string, price: string, options: SigningOptions = {}): Signed {
  const item = parsedItem(id, price, PUBLISHED, 4_488_048_007);
  const { binary } = signPriceUpdate([item], { ...options, encoding: 'base64' });
  const signer = options.identity ?? LOCAL_IDENTITY;
  const { emitterChain, emitterAddress, setIndex, quorum } = signer;
  const keys = [...signer.keys];
  return {
    update: binary.data[0]!,
    signers: { name: 'Pyth routers', emitterChain, emitterAddress, setIndex, keys, quorum },
  };
}

function receiptOf(signed = signedPrice(BTC, '6501245'), level = '65000'): ProofFile {
  return {
    prices: [{ name: 'BTC/USD', signed }],
    announcements: [],
    about: {
      kind: 'receipt',
      what: { kind: 'crosses', direction: 'above', level },
      at: (PUBLISHED + 1) * 1_000,
    },
    version: '1.2.3',
    madeAt: (PUBLISHED + 100) * 1_000,
  };
}

function statementOf(quantity = '2.5'): ProofFile {
  const lineOf = (name: string, price: number, amount: string) => ({
    name,
    price,
    amounts: { quantity: amount, factors: [{ price, isInverse: false }], rate: null },
    isClosed: false,
  });
  return {
    ...receiptOf(),
    prices: [
      { name: 'BTC/USD', signed: signedPrice(BTC, '6400000') },
      { name: 'ETH/USD', signed: signedPrice(ETH, '350000') },
    ],
    about: {
      kind: 'statement',
      group: null,
      timeMs: PUBLISHED * 1_000,
      currency: 'USD',
      lines: [lineOf('BTC/USD', 0, quantity), lineOf('ETH/USD', 1, '-10')],
    },
  };
}

const open = (...blocks: string[]) => {
  const { markup } = drawn(blocks).body;
  return parser.parseFromString(markup, 'text/html') as unknown as Document;
};
const opened = (file: ProofFile): Document => open(JSON.stringify(file));
const verdictOf = (page: Document) =>
  page.querySelector('[data-verdict]')?.getAttribute('data-state');
const textOf = (page: Document, part: string) =>
  page.querySelector(part)?.textContent.replaceAll(/\s+/g, ' ').trim();

describe('a saved page', () => {
  let page: Document;
  beforeAll(async () => {
    const bad = { ...receiptOf(), version: '</script><script>alert(1)</script>' };
    const markup = await proofPage(bad, PARTS);
    page = parser.parseFromString(markup, 'text/html') as unknown as Document;
  });

  it('shows one sentence until it was checked', () => {
    for (const part of page.querySelectorAll('script, style')) part.textContent = '';
    expect(page.body.textContent.trim()).toBe(t('receipt.openInBrowser'));
  });

  it('loads nothing, and runs nothing but its own script', () => {
    expect(page.querySelector('meta[http-equiv]')?.getAttribute('content')).toMatch(
      /^default-src 'none'; script-src 'sha256-[\w+/=]+'; style-src 'sha256-[\w+/=]+'; base-uri 'none'; form-action 'none'$/,
    );
    expect(page.querySelectorAll('script:not([type])')).toHaveLength(1);
  });

  it('is not made with a text that would end its script', async () => {
    const parts = { ...PARTS, script: 'void "</script>"' };
    await expect(proofPage(receiptOf(), parts)).rejects.toThrow('inlined');
  });
});

describe('a receipt', () => {
  it('shows the signed price, and apart from it what its owner says', () => {
    const page = opened(receiptOf());
    expect(textOf(page, '.figure')).toBe('65,012.45 ±1.00');
    expect(textOf(page, '[data-price]')).toContain('2026-11-21 00:00:03 UTC');
    expect(textOf(page, '[data-price]')).toContain(`0x${BTC}`);
    expect(textOf(page, '[data-price]')).not.toContain('BTC/USD');
    expect(textOf(page, '[data-owner]')).toContain('BTC/USD');
  });

  it('with keys of its own does not hold under any name, which only the owner says', () => {
    const page = opened(receiptOf());
    expect(verdictOf(page)).toBe('unconfirmed');
    expect(textOf(page, '[data-verdict]')).not.toContain(t('receipt.verdict.holds'));
    expect(textOf(page, '[data-verdict]')).toContain(t('receipt.verdict.unconfirmedText'));
    expect(textOf(page, '[data-price]')).not.toContain('Pyth routers');
    expect(textOf(page, '[data-price]')).toContain(t('receipt.signers.added'));
    expect(textOf(page, '[data-owner]')).toContain('Pyth routers');
  });

  it('with other keys for an emitter whose signers are built in does not hold', () => {
    const identity = createIdentity({
      seed: 'attacker',
      emitterChain: 26,
      emitterAddress: WORMHOLE_MAINNET.emitterAddress,
      setIndex: 4,
    });
    const page = opened(receiptOf(signedPrice(BTC, '6501245', { identity })));
    expect(verdictOf(page)).toBe('fails');
    expect(page.querySelector('[data-price]')).toBeNull();
  });

  it.each([
    ['one signer listed twice', (keys: string[]) => [keys[0]!, keys[0]!, ...keys.slice(2)]],
    ['another signer', (keys: string[]) => ['ab'.repeat(20), ...keys.slice(1)]],
  ])('with %s does not hold', (_, change) => {
    const signed = signedPrice(BTC, '6501245');
    signed.signers.keys = change(signed.signers.keys);
    expect(verdictOf(opened(receiptOf(signed)))).toBe('fails');
  });

  it.each([0, 4])('with %i signatures needed does not hold', (quorum) => {
    const signed = signedPrice(BTC, '6501245');
    signed.signers.quorum = quorum;
    expect(verdictOf(opened(receiptOf(signed)))).toBe('fails');
  });

  it('shows no price once any byte of the update is another one', () => {
    const signed = signedPrice(BTC, '6501245');
    const bytes = Uint8Array.fromBase64(signed.update);
    // The minor version of the format is not signed, and may be any.
    for (const place of [...bytes.keys()].filter((each) => each % 7 === 0 && each !== 5)) {
      const update = bytes.with(place, bytes[place]! ^ 1).toBase64();
      const page = opened(receiptOf({ ...signed, update }));
      expect(verdictOf(page), `byte ${place}`).toBe('fails');
      expect(page.querySelector('.figure')).toBeNull();
    }
  });

  it.each(['65012.450000000000000001', '65012.45'])(
    'whose price is not above %s fails',
    (level) => {
      const page = opened(receiptOf(undefined, level));
      expect(verdictOf(page)).toBe('fails');
      expect(page.querySelector('[data-step="asked"]')?.getAttribute('data-state')).toBe('failed');
    },
  );

  it('whose price is not below its level, but equal to it, fails', () => {
    const file = receiptOf();
    const what = { kind: 'crosses', direction: 'below', level: '65012.45' } as const;
    file.about = { kind: 'receipt', what, at: PUBLISHED * 1_000 };
    expect(verdictOf(opened(file))).toBe('fails');
    file.about = { ...file.about, what: { ...what, level: '65012.46' } };
    expect(verdictOf(opened(file))).toBe('unconfirmed');
  });

  it('numbers its price only if there are several, or nothing but prices', () => {
    const file = receiptOf();
    const made = t('receipt.made', { version: '1.2.3', time: '2026-11-21 00:01:43 UTC' });
    expect(textOf(opened(file), '[data-owner]')).not.toContain('[1]');
    expect(textOf(opened(file), '[data-price]')).not.toContain('[1]');
    expect(textOf(opened(statementOf()), '[data-price] + [data-price]')).toContain('[2]');
    expect(textOf(opened(file), '[data-owner]')).toContain(made);
    const older = opened({ ...file, about: { kind: 'prices' } });
    expect(textOf(older, '[data-owner]')).toContain('[1]');
    expect(textOf(older, '[data-owner]')).toContain(t('checkFile.older'));
    expect(textOf(older, '[data-owner]')).not.toContain(made);
    // Its heading is the product's name already.
    expect(older.querySelector('.brand')).toBeNull();
    expect(textOf(opened(file), '.brand')).toBe(t('app.name'));
  });

  it.each(['UTC', 'Asia/Tokyo'])('has one time in UTC, and one more elsewhere: %s', (timeZone) => {
    const options = { ...new Intl.DateTimeFormat().resolvedOptions(), timeZone };
    const zone = vi
      .spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions')
      .mockReturnValue(options);
    const page = opened(receiptOf());
    zone.mockRestore();
    const [facts] = page.querySelectorAll('[data-price] dl');
    expect(facts?.querySelectorAll('dt')).toHaveLength(timeZone === 'UTC' ? 2 : 3);
  });

  it('with a second price in its signed bytes does not hold', () => {
    const items = [BTC, ETH].map((id) => parsedItem(id, '6501245', PUBLISHED, 4_488_048_007));
    const { binary } = signPriceUpdate(items, { encoding: 'base64' });
    const page = opened(receiptOf({ ...signedPrice(BTC, '6501245'), update: binary.data[0]! }));
    expect(verdictOf(page)).toBe('fails');
    expect(page.querySelector('[data-step="format"]')?.getAttribute('data-state')).toBe('failed');
  });

  it('escapes every text that others wrote', () => {
    const bad = '</title><script>alert(1)</script><img src=x onerror="alert(2)">';
    const file = receiptOf();
    file.prices[0]!.name = bad;
    file.prices[0]!.signed.signers.name = bad;
    const page = opened(file);
    expect(page.querySelectorAll('script, img')).toHaveLength(0);
    expect(textOf(page, '[data-owner]')).toContain(bad);
  });

  it('may have 50 announcements and 10 factors in a line, not more', () => {
    const file = statementOf();
    const readable = (announcements: number, count: number) => {
      const about = structuredClone(file.about);
      const factors = Array.from({ length: count }, () => ({ price: 0, isInverse: false }));
      if (about.kind === 'statement') about.lines[0]!.amounts!.factors = factors;
      const texts = Array.from({ length: announcements }, () => '');
      return verdictOf(opened({ ...file, about, announcements: texts })) !== 'damaged';
    };
    expect([readable(50, 10), readable(51, 10), readable(50, 11)]).toEqual([true, false, false]);
  });

  it.each([[[]], [['{']], [['{}']], [[JSON.stringify(receiptOf()), '{}']]])(
    'without exactly one block of data is damaged: %#',
    (blocks) => {
      const page = open(...blocks);
      expect(verdictOf(page)).toBe('damaged');
      expect(page.querySelector('[data-price]')).toBeNull();
    },
  );
});

describe('a statement', () => {
  it('computes every value from the signed prices', () => {
    const page = opened(statementOf());
    const [first, second] = page.querySelectorAll('[data-line] .value');
    expect(first?.textContent).toBe('160,000.0 ±2.50');
    expect(second?.textContent).toBe('−35,000.0 ±10.00');
    expect(textOf(page, '[data-total]')).toContain('125,000');
    expect(page.querySelectorAll('[data-price] [data-total], [data-price] .value')).toHaveLength(0);
    expect(page.querySelector('[data-owner] [data-total]')).not.toBeNull();
  });

  it.each([
    [{ by: 'rate', value: '31.1' } as const, '1,421.71', '2.5 × [1] ÷ [2] × 31.1'],
    [{ by: 'per', value: '31.1' } as const, '1.46991', '2.5 × [1] ÷ [2] ÷ 31.1'],
  ])('says how it computed a value: %j', (rate, value, words) => {
    const file = statementOf();
    const factors = [0, 1].map((price) => ({ price, isInverse: price === 1 }));
    if (file.about.kind === 'statement') {
      file.about.lines[0]!.amounts = { quantity: '2.5', factors, rate };
    }
    const line = opened(file).querySelector('[data-line]');
    expect(line?.querySelector('p')?.textContent).toBe(words);
    expect(line?.querySelector('.value')?.textContent).toContain(value);
  });

  it('with another quantity has other values: nothing in the file can contradict them', () => {
    expect(textOf(opened(statementOf('3')), '[data-total]')).toContain('157,000');
  });

  it.each([
    ['its price', [{ price: 7, isInverse: false }]],
    [
      'a rate',
      [
        { price: 0, isInverse: false },
        { price: 7, isInverse: true },
      ],
    ],
    ['a divisor in place of its price', [{ price: 0, isInverse: true }]],
  ])('has no total if a line refers to %s that is not there', (_, factors) => {
    const file = statementOf();
    if (file.about.kind === 'statement') file.about.lines[0]!.amounts!.factors = factors;
    const page = opened(file);
    expect(page.querySelector('[data-total]')).toBeNull();
    expect(page.querySelectorAll('[data-line] .value')).toHaveLength(1);
  });

  it('refers to the price of a line whose amount is not shown', () => {
    const file = statementOf();
    if (file.about.kind === 'statement') file.about.lines[1]!.amounts = null;
    const [, second] = opened(file).querySelectorAll('[data-line]');
    expect(second?.querySelector('p')?.textContent).toBe('[2]');
    expect(second?.querySelector('.value')).toBeNull();
  });

  it('marks a price from a minute away only beyond it', () => {
    for (const [seconds, count] of [
      [-60, 0],
      [-61, 2],
      [60, 0],
      [61, 2],
    ] as const) {
      const file = statementOf();
      if (file.about.kind === 'statement') file.about.timeMs += seconds * 1_000;
      expect(opened(file).querySelectorAll('[data-owner] .warning')).toHaveLength(count);
    }
  });

  it('says which prices were published long before or after its time', () => {
    const file = statementOf();
    if (file.about.kind === 'statement') file.about.timeMs += 61_000;
    expect(opened(file).querySelectorAll('[data-owner] .warning')).toHaveLength(2);
  });
});

describe.skipIf(!hasCaptured)('a receipt of a captured update', () => {
  it.each(['router-set0', 'router-set1', 'wormhole-set3', 'wormhole-set4'])(
    'holds by the built-in signers, whatever the file says of them: %s',
    (start) => {
      const signed = capturedPrice(start);
      const page = opened(receiptOf(signed, '-1000'));
      expect(verdictOf(page)).toBe('holds');
      const lie = { ...signed.signers, keys: ['ab'.repeat(20)], quorum: 1, name: 'Others' };
      const same = opened(receiptOf({ ...signed, signers: lie }, '-1000'));
      expect(same.querySelector('[data-price]')?.innerHTML).toBe(
        page.querySelector('[data-price]')?.innerHTML,
      );
    },
  );
});

/** The first price of a captured update. */
function capturedPrice(start: string): Signed {
  const { encoding, data } = capturedUpdate(start);
  const profiles = [PYTH_ROUTERS, WORMHOLE_MAINNET];
  const { prices } = verifyUpdate({ encoding, data }, { profiles, nowMs: 0, history: true });
  const [price] = prices.values();
  const {
    profileName: name,
    emitterChain,
    emitterAddress,
    setIndex,
    setKeys,
    quorum,
  } = price!.proof;
  const update = toSinglePriceUpdate(decodeBytes(data[price!.blob], encoding), price!)!.toBase64();
  const keys = [...setKeys];
  return { update, signers: { name, emitterChain, emitterAddress, setIndex, keys, quorum } };
}
