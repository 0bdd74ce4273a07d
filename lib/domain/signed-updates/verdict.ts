import type { ParsedPrice } from '../../price-service/index.ts';
import type { SignedUpdateCheck } from './errors.ts';
import type { VerificationProblem } from './verification-problem.ts';
import type { VerifiedPrice, VerifiedUpdate, VerifiedStakeCaps } from './verified.ts';

export type Verdict =
  | { state: 'verified'; price: VerifiedPrice }
  /** The signed price is used. */
  | { state: 'mismatch'; price: VerifiedPrice; fields: ParsedField[] }
  | { state: 'unverified'; check: SignedUpdateCheck | 'missing'; problem: VerificationProblem };

/** Constant time after an update's first call. */
export function judgeFeed(id: string, update: VerifiedUpdate, parsed?: ParsedPrice): Verdict {
  const price = update.prices.get(id);
  if (price === undefined) return unverified(id, update);
  const fields = parsed === undefined ? [] : compareWithParsed(parsed, price);
  return fields.length === 0 ? { state: 'verified', price } : { state: 'mismatch', price, fields };
}

function unverified(id: string, update: VerifiedUpdate): Verdict {
  const error = update.rejectionOf(id);
  if (error) return { state: 'unverified', check: error.check, problem: error.problem };
  return { state: 'unverified', check: 'missing', problem: { code: 'no-signed-price' } };
}

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
 * Fields in which a parsed item differs from the signed message, in which the EMA shares the
 * price's exponent and time. A missing optional field is not a difference. `proof_available_time`
 * is not signed.
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
    // Parsing rounded a slot above 2^53, so round the signed one too.
    ['slot', (metadata.slot ?? Number(signed.proof.slot)) === Number(signed.proof.slot)],
  ];
  return agreements.flatMap(([field, agrees]) => (agrees ? [] : [field]));
}

/** Publishers (base58) whose parsed and signed caps differ, or that only one list has. */
export function compareStakeCaps(
  parsed: readonly { publisher: string; cap: bigint }[],
  signed: VerifiedStakeCaps,
): string[] {
  // The parsed part may list a publisher twice. Each cap has to match.
  const parsedCaps = Map.groupBy(parsed, ({ publisher }) => publisher);
  const signedCaps = new Map(signed.caps.map(({ publisher, cap }) => [publisher, cap]));
  const publishers = new Set([...signedCaps.keys(), ...parsedCaps.keys()]);
  return [...publishers].filter((publisher) => {
    const caps = parsedCaps.get(publisher) ?? [];
    return caps.length === 0 || caps.some(({ cap }) => cap !== signedCaps.get(publisher));
  });
}
