/** What the page shows of one price, as the texts that a reader sees. */
export interface ShownPrice {
  feedId: string;
  price: string;
  confidence: string;
  /** The character before the decimals in `price` and `confidence`. */
  decimalPoint: string;
  utc: string;
  /** Missing where the maker's time zone is UTC. */
  local: string | null;
  /** Hex digits. */
  update: string;
  emitterChain: number;
  emitterAddress: string;
  setIndex: number;
  keys: readonly string[];
  quorum: number;
  /** Messages by which the network announced the signers, in hex or base64. */
  announcements: readonly string[];
}

/** Reads a price of the page; `null` if a part of it is missing. */
export function readShownPrice(element: Element): ShownPrice | null {
  const texts = textsIn(element);
  // Exactly one: of two, a reader could see the other one.
  const only = (name: string): string => {
    const [text, ...others] = texts.get(name) ?? [];
    if (text === undefined || others.length > 0) throw new RangeError(name);
    return text;
  };
  try {
    return {
      feedId: withoutPrefix(only('feed-id')),
      price: only('price'),
      confidence: only('confidence'),
      decimalPoint: element.getAttribute('data-decimal-point') ?? '.',
      utc: only('utc'),
      local: texts.has('local') ? only('local') : null,
      update: only('update'),
      emitterChain: Number(only('emitter-chain')),
      emitterAddress: withoutPrefix(only('emitter-address')),
      setIndex: Number(only('set-index')),
      keys: (texts.get('signer') ?? []).map(withoutPrefix),
      quorum: Number(only('quorum')),
      announcements: texts.get('announcement') ?? [],
    };
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** The texts of the marked parts, by what they are. */
export function textsIn(element: Element): Map<string, string[]> {
  const texts = new Map<string, string[]>();
  for (const part of element.querySelectorAll('[data-is]')) {
    const name = part.getAttribute('data-is') ?? '';
    texts.set(name, [...(texts.get(name) ?? []), part.textContent.trim()]);
  }
  return texts;
}

function withoutPrefix(hex: string): string {
  return hex.replace(/^0x/, '');
}
