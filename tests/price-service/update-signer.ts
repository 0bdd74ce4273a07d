import { SLOT_MS, type MarketUpdate, type Moment, type Quote } from './quote.ts';
import { signSlot, type SignedSlot } from './signed-slot.ts';
import { priceMessageOf } from './signing.ts';
import { alteredFigure, liesInParsed, REPLAY_AGE_S, type Tampering } from './tampering.ts';
import { parsedItem } from './updates.ts';

// As far as concurrent streams and requests go back. A slot takes a few hundred bytes per feed.
const CACHED_SLOTS = 16;

// A root over 564 feeds takes about 15 ms and serves every request of its slot. With several times
// as many feeds, it is faster to sign only those of the request.
const MOST_SHARED_FEEDS = 1024;

/** What is signed. */
export interface SignerSource {
  ids: readonly string[];
  quotes(ids: readonly string[], moment: Moment): Quote[];
  /** Differs where quotes of one slot and time do. */
  edition(moment: Moment): number;
  /** Called with the quotes of each slot that is signed unaltered. */
  onSigned?: ((quotes: readonly Quote[]) => void) | undefined;
}

interface SignedQuotes {
  quotes: ReadonlyMap<string, Quote>;
  /** Positions of the feeds whose numbers fit. */
  positions: ReadonlyMap<string, number>;
  slot: SignedSlot;
}

/** Signs as the public service does: one root over all feeds of a slot, signed once. */
export function createUpdateSigner(source: SignerSource) {
  const cached = new Map<string, SignedQuotes>();
  const isShared = source.ids.length <= MOST_SHARED_FEEDS;

  function signedQuotes(
    ids: readonly string[],
    moment: Moment,
    tampering: Tampering | undefined,
  ): SignedQuotes {
    const covered = isShared ? source.ids : [...new Set(ids)].toSorted();
    const { slot, publishTime, prevPublishTime } = moment;
    const what = [slot, publishTime, prevPublishTime, source.edition(moment), tampering];
    const key = [...what, isShared ? '' : covered.join()].join();
    const before = cached.get(key);
    if (before) return before;
    const quotes = source.quotes(covered, moment);
    const signed = signQuotes(quotes, moment, tampering);
    if (isGenuine(tampering)) source.onSigned?.(quotes);
    cached.set(key, signed);
    const [oldest] = cached.keys();
    if (cached.size > CACHED_SLOTS && oldest !== undefined) cached.delete(oldest);
    return signed;
  }

  return {
    /**
     * Numbers that do not fit the signed message (64 bits; exponents 32) cannot be signed: an update
     * with one has no binary data, as from a service that does not sign.
     */
    update(ids: readonly string[], moment: Moment, tampering: Tampering | undefined): MarketUpdate {
      const served = tampering === 'replayed-update' ? earlier(moment) : moment;
      const signed = signedQuotes(ids, served, tampering);
      const quotes = ids.map((id) => known(signed.quotes.get(id)));
      if (!ids.every((id) => signed.positions.has(id))) {
        return { quotes, blobs: [] };
      }
      return {
        quotes: liesInParsed(tampering) ? quotes.map(withAlteredPrice) : quotes,
        blobs: signed.slot.blobsOf(ids.map((id) => known(signed.positions.get(id)))),
      };
    },
  };
}

function signQuotes(
  quotes: readonly Quote[],
  moment: Moment,
  tampering: Tampering | undefined,
): SignedQuotes {
  const signable = quotes.filter(fitsMessage);
  return {
    quotes: new Map(quotes.map((quote) => [quote.id, quote])),
    positions: new Map(signable.map(({ id }, position) => [id, position])),
    slot: signSlot(
      signable.map((quote) => priceMessageOf(parsedItem(quote))),
      { slot: BigInt(moment.slot), timestamp: moment.publishTime, tampering },
    ),
  };
}

function fitsMessage({ price, conf, emaPrice, emaConf, expo }: Quote): boolean {
  return (
    [price, emaPrice].every((digits) => BigInt.asIntN(64, BigInt(digits)) === BigInt(digits)) &&
    [conf, emaConf].every((digits) => BigInt.asUintN(64, BigInt(digits)) === BigInt(digits)) &&
    (expo | 0) === expo
  );
}

/** Whether the quotes are signed unaltered, whatever the parsed part says. */
function isGenuine(tampering: Tampering | undefined): boolean {
  return [undefined, 'replayed-update', 'parsed-mismatch'].includes(tampering);
}

/** What was genuinely signed some minutes ago. */
function earlier(moment: Moment): Moment {
  return {
    timeMs: moment.timeMs - REPLAY_AGE_S * 1000,
    slot: Math.max(0, moment.slot - (REPLAY_AGE_S * 1000) / SLOT_MS),
    publishTime: moment.publishTime - REPLAY_AGE_S,
    prevPublishTime: moment.prevPublishTime - REPLAY_AGE_S,
  };
}

function withAlteredPrice(quote: Quote): Quote {
  return { ...quote, price: alteredFigure(BigInt(quote.price)).toString() };
}

function known<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new TypeError('a feed was asked for that the source lacks');
  return value;
}
