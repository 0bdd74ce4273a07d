import { expect, it } from 'vitest';
import { createJudge } from '@/lib/background/intake/judge.ts';
import { createPriceIntake } from '@/lib/background/intake/price-intake.ts';
import { readLatestPrices } from '@/lib/storage/values/latest-prices.ts';
import { trustFingerprint } from '@/lib/domain/signed-updates/trust/trust-fingerprint.ts';
import { signPriceUpdate } from '../../price-service/signing.ts';
import { trustInLocal } from '../../price-service/test-signers.ts';
import { BTC, ETH, parsedItem } from '../background/feeds.ts';
import { t } from '@/lib/base/locale/t.ts';
import { failedCheckWords } from '@/lib/pages/words/proof-words.ts';

// A lean stream sends only signed bytes, so no check of responses sees their content.

const NOW_S = 1_800_000_000;
const GREATEST = String(2n ** 63n - 1n);

/** What is stored of a lean update with these numbers of BTC and valid ones of ETH. */
async function take(figure: { price?: string; expo?: number; publish_time?: number }) {
  const judge = createJudge(() => {});
  const trust = trustInLocal();
  const fingerprint = await trustFingerprint(trust);
  await judge.trust(trust);
  const intake = createPriceIntake(() => {});
  await intake.setWatchlist([BTC, ETH]);
  await intake.setTrust(fingerprint);
  const good = parsedItem(BTC, '1', NOW_S);
  const bad = { ...good.price, ...figure };
  const { binary } = signPriceUpdate([
    { ...good, price: bad, ema_price: bad },
    parsedItem(ETH, '2', NOW_S),
  ]);
  await intake.store(await judge.verifyUpdate({ binary }, 'show'), NOW_S * 1_000);
  return { prices: await readLatestPrices([BTC, ETH], fingerprint), failed: intake.failed };
}

it.each([
  ['expo 2,000,000,000', { expo: 2_000_000_000 }],
  ['expo -2,000,000,000', { expo: -2_000_000_000 }],
  ['a publish time in 9999', { publish_time: 253_402_300_799 }],
])('%s, signed: that feed is omitted, the other one is stored', async (_, figure) => {
  const { prices } = await take(figure);
  expect([...prices.keys()]).toEqual([ETH]);
  expect(prices.get(ETH)?.proof?.state).toBe('verified');
});

// It makes all its signed bytes invalid: see signed-updates/tampering.test.ts. Then the stream has its
// parsed part again: see background/intake/lean-gate.test.ts.
it('a signed publish time beyond 2^53 fails the whole update, with the reason', async () => {
  const { prices, failed } = await take({ publish_time: 2 ** 60 });
  expect([...prices.keys()]).toEqual([]);
  expect(failedCheckWords(failed.get(ETH))).toBe(
    t('verification.malformed', { reason: 'impossible-time' }),
  );
});

it('the largest mantissa, published in 1970, is stored to its last digit', async () => {
  const { prices } = await take({ price: GREATEST, publish_time: 0 });
  expect(prices.get(BTC)).toMatchObject({ price: GREATEST, publishTime: 0 });
  expect(prices.has(ETH)).toBe(true);
});
