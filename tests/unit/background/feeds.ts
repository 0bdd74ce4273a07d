import type { ParsedPrice } from '@/lib/price-service/index.ts';
import type { Proof, StoredPrice } from '@/lib/domain/prices/stored-price.ts';
import { createJudge, type JudgedPrice } from '@/lib/background/intake/judge.ts';

export const BTC = 'e62df6c8b4a85fe1a67db44dc12de5db330f7ac66b72dc658afedf0f4a415b43';
export const ETH = 'ff61491a931112ddf1bd8147cd1b641375f79f5825126d665480874634fd0ace';
export const EUR = 'a995d00bb36a63cef7fd2c287dc105fc8f3d93779f062f09551b0af3e81ec30b';

/** One price as the service sends it. */
export function parsedItem(
  id: string,
  price: string,
  publishTime: number,
  slot: number | null = null,
): ParsedPrice {
  const figure = { price, conf: '100', expo: -2, publish_time: publishTime };
  const metadata = { slot, proof_available_time: null, prev_publish_time: null };
  return { id, price: figure, ema_price: figure, metadata };
}

/** The same price, received when it was published. Its signatures are not checked without a proof. */
export function receivedPrice(
  price: string,
  publishTime: number,
  slot: number | null = null,
  proof?: Proof,
): StoredPrice {
  const figures = { price, conf: '100', expo: -2, emaPrice: price, emaConf: '100', emaExpo: -2 };
  return {
    ...figures,
    publishTime,
    slot,
    prevPublishTime: null,
    proofAvailableTime: null,
    receivedAt: publishTime * 1_000,
    direction: 0,
    ...(proof && { proof }),
  };
}

/** The same price as the judge gives it. */
export function judgedPrice(id: string, ...price: Parameters<typeof receivedPrice>) {
  return { id, price: receivedPrice(...price) } satisfies JudgedPrice;
}

/** What the judge gives for a parsed part if signatures are not checked. */
export function unchecked(parsed: readonly ParsedPrice[]): Promise<JudgedPrice[]> {
  const update = { binary: { encoding: 'hex' as const, data: [] }, parsed: [...parsed] };
  return createJudge(() => {}).verifyUpdate(update, 'off');
}
