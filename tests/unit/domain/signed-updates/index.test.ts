import { expect, it } from 'vitest';
import * as signedUpdates from '../../../../lib/domain/signed-updates/index.ts';
import { asBinary, localTrust, priceMessage, signedBlob } from './signed.ts';

it('the public interface verifies an update', async () => {
  const { createSignerCache, verifyUpdate, verifyUpdateInTurns } = signedUpdates;
  const binary = asBinary(signedBlob([priceMessage(1)]));
  const cache = createSignerCache();
  expect(verifyUpdate(binary, localTrust(), cache).prices.size).toBe(1);
  expect((await verifyUpdateInTurns(binary, localTrust(), cache)).prices.size).toBe(1);
});

it('the public interface exports the built-in profiles', () => {
  const { PYTH_ROUTERS, WORMHOLE_MAINNET, WORMHOLE_TESTNET } = signedUpdates;
  const profiles = [PYTH_ROUTERS, WORMHOLE_MAINNET, WORMHOLE_TESTNET];
  expect(profiles.map(({ isBuiltIn }) => isBuiltIn)).toEqual([true, true, true]);
});
