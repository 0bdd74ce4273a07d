import type { ParsedPrice } from '@/lib/price-service/index.ts';
import type { JudgedItem } from '@/lib/background/intake/judged.ts';

export const BTC = 'e62df6c8b4a85fe1a67db44dc12de5db330f7ac66b72dc658afedf0f4a415b43';
export const ETH = 'ff61491a931112ddf1bd8147cd1b641375f79f5825126d665480874634fd0ace';
export const EUR = 'a995d00bb36a63cef7fd2c287dc105fc8f3d93779f062f09551b0af3e81ec30b';

/** One price as the service sends it, its signatures not checked. */
export function item(
  id: string,
  price: string,
  publishTime: number,
  slot: number | null = null,
): JudgedItem & { item: ParsedPrice } {
  const figure = { price, conf: '100', expo: -2, publish_time: publishTime };
  const metadata = { slot, proof_available_time: null, prev_publish_time: null };
  return { id, item: { id, price: figure, ema_price: figure, metadata } };
}
