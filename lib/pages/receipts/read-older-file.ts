import { proofFileSchema, type ProofFile } from '../../domain/receipts/proof-file.ts';

/** Marks one signed price in the markup. */
const PRICE = '<section data-price';

/**
 * Reads signed prices from the markup of version 0.2.0. Its other text cannot be checked.
 * @throws if a value is missing or not valid
 */
export function readOlderFile(text: string): ProofFile {
  // One more than the schema allows, so that excess prices are noticed.
  const [, ...parts] = text.split(PRICE, 502);
  const prices = parts.map((part) =>
    readPrice(part.slice(0, Math.max(0, part.indexOf('</section>')))),
  );
  return proofFileSchema.parse({
    prices: prices.map(({ name, signed }) => ({ name, signed })),
    announcements: [...new Set(prices.flatMap(({ announcements }) => announcements))],
    about: { kind: 'prices' },
    version: '0.2.0',
    madeAt: 0,
  });
}

function readPrice(part: string) {
  const values = new Map<string, string[]>();
  for (const [, name = '', value = ''] of part.matchAll(/ data-is="([a-z-]+)"[ \n]*>([^<]*)</g)) {
    values.set(name, [...(values.get(name) ?? []), unescaped(value).trim()]);
  }
  const [name = '', signers = ''] = [...part.matchAll(/<bdi>([^<]*)</g)].map(([, text = '']) =>
    unescaped(text),
  );
  const only = (key: string): string => values.get(key)?.[0] ?? '';
  return {
    name,
    announcements: values.get('announcement') ?? [],
    signed: {
      update: Uint8Array.fromHex(only('update')).toBase64(),
      signers: {
        name: signers,
        emitterChain: Number(only('emitter-chain')),
        emitterAddress: withoutPrefix(only('emitter-address')),
        setIndex: Number(only('set-index')),
        keys: (values.get('signer') ?? []).map(withoutPrefix),
        quorum: Number(only('quorum')),
      },
    },
  };
}

function unescaped(text: string): string {
  return text.replaceAll(/&#(\d{1,6});/g, (_, code: string) => String.fromCodePoint(Number(code)));
}

function withoutPrefix(hex: string): string {
  return hex.replace(/^0x/, '');
}
