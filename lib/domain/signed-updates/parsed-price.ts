import type { ParsedPrice } from '../../price-service/index.ts';
import type { VerifiedPrice, VerifiedStakeCaps } from './verified.ts';

/** The fields of a parsed item that the signed message also contains. */
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
 * Returns the fields in which a parsed item differs from the signed message. In the message, the
 * EMA has no exponent or time of its own; it shares those of the price. An absent optional field
 * (`prev_publish_time`, `slot`) is not a difference. `proof_available_time` is not signed, so it
 * cannot be compared.
 */
export function compareWithParsed(parsed: ParsedPrice, signed: VerifiedPrice): ParsedField[] {
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
    // A slot above 2^53 was rounded when the answer was parsed, so round the signed slot too.
    ['slot', (metadata.slot ?? Number(signed.proof.slot)) === Number(signed.proof.slot)],
  ];
  return agreements.flatMap(([field, agrees]) => (agrees ? [] : [field]));
}

/**
 * Returns the publishers (base58) whose parsed and signed stake caps differ, including those that
 * only one of the two lists.
 */
export function compareStakeCaps(
  parsed: readonly { publisher: string; cap: bigint }[],
  signed: VerifiedStakeCaps,
): string[] {
  // The parsed part may list a publisher twice. Each of its caps has to match.
  const parsedCaps = Map.groupBy(parsed, ({ publisher }) => publisher);
  const signedCaps = new Map(signed.caps.map(({ publisher, cap }) => [publisher, cap]));
  const publishers = new Set([...signedCaps.keys(), ...parsedCaps.keys()]);
  return [...publishers].filter((publisher) => {
    const caps = parsedCaps.get(publisher) ?? [];
    return caps.length === 0 || caps.some(({ cap }) => cap !== signedCaps.get(publisher));
  });
}
