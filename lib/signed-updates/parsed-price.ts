import type { PriceMessage } from './messages.ts';
import type { VerifiedPrice, VerifiedStakeCaps } from './verified.ts';

/** A parsed item of a price update, see "Shapes" in `lib/price-service/README.md`. */
export interface ParsedPriceItem {
  id: string;
  price: ParsedFigure;
  ema_price: ParsedFigure;
  metadata: {
    prev_publish_time?: number | null | undefined;
    proof_available_time?: number | null | undefined;
    slot?: number | null | undefined;
  };
}

interface ParsedFigure {
  price: string;
  conf: string;
  expo: number;
  publish_time: number;
}

/** The fields of a parsed item that the signed bytes speak about too. */
export type ParsedField =
  | 'id'
  | 'price'
  | 'conf'
  | 'expo'
  | 'publish_time'
  | 'ema_price'
  | 'ema_conf'
  | 'ema_expo'
  | 'ema_publish_time'
  | 'prev_publish_time'
  | 'slot';

/**
 * The fields in which a parsed item says something else than the signed message. The averages
 * have no exponent and time of their own in the message and repeat the price's. What may be
 * absent and is (`prev_publish_time`, `slot`) contradicts nothing. `proof_available_time` is not
 * signed and cannot be compared.
 */
export function compareWithParsed(parsed: ParsedPriceItem, signed: VerifiedPrice): ParsedField[] {
  const { price, ema_price: ema, metadata } = parsed;
  const agreements: [field: ParsedField, agrees: boolean][] = [
    ['id', parsed.id.replace(/^0x/i, '').toLowerCase() === signed.id],
    ['price', price.price === signed.price.toString()],
    ['conf', price.conf === signed.conf.toString()],
    ['expo', price.expo === signed.expo],
    ['publish_time', price.publish_time === signed.publishTime],
    ['ema_price', ema.price === signed.emaPrice.toString()],
    ['ema_conf', ema.conf === signed.emaConf.toString()],
    ['ema_expo', ema.expo === signed.expo],
    ['ema_publish_time', ema.publish_time === signed.publishTime],
    [
      'prev_publish_time',
      (metadata.prev_publish_time ?? signed.prevPublishTime) === signed.prevPublishTime,
    ],
    // A slot beyond 2^53 was rounded when the answer was read: compare what is left of it.
    ['slot', (metadata.slot ?? Number(signed.proof.slot)) === Number(signed.proof.slot)],
  ];
  return agreements.flatMap(([field, agrees]) => (agrees ? [] : [field]));
}

/** The signed price in the form of a parsed item, for updates that come without. */
export function toParsedItem(signed: VerifiedPrice) {
  return toItem(signed, Number(signed.proof.slot));
}

/** The same of a message that nothing proves: its slot, which the proof tells, is unknown. */
export function toUnprovenItem(claimed: PriceMessage) {
  return toItem(claimed, null);
}

function toItem(signed: PriceMessage, slot: number | null) {
  const { expo, publishTime: publish_time } = signed;
  return {
    id: signed.id,
    price: { price: signed.price.toString(), conf: signed.conf.toString(), expo, publish_time },
    ema_price: {
      price: signed.emaPrice.toString(),
      conf: signed.emaConf.toString(),
      expo,
      publish_time,
    },
    metadata: {
      prev_publish_time: signed.prevPublishTime,
      slot: Number.isSafeInteger(slot) ? slot : null,
    },
  } satisfies ParsedPriceItem;
}

/**
 * The publishers (base58) for whom parsed stake caps and signed ones differ, or whom only one of
 * the two names.
 */
export function compareStakeCaps(
  parsed: readonly { publisher: string; cap: bigint }[],
  signed: VerifiedStakeCaps,
): string[] {
  // A publisher may be named twice: each of the caps is said.
  const parsedCaps = Map.groupBy(parsed, ({ publisher }) => publisher);
  const signedCaps = new Map(signed.caps.map(({ publisher, cap }) => [publisher, cap]));
  const publishers = new Set([...signedCaps.keys(), ...parsedCaps.keys()]);
  return [...publishers].filter((publisher) => {
    const said = parsedCaps.get(publisher) ?? [];
    return said.length === 0 || said.some(({ cap }) => cap !== signedCaps.get(publisher));
  });
}
