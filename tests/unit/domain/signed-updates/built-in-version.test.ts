import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { BUILT_IN_SIGNERS_VERSION } from '@/lib/domain/signed-updates/trust/trust-fingerprint.ts';
import {
  PYTH_ROUTERS,
  WORMHOLE_MAINNET,
  WORMHOLE_TESTNET,
} from '@/lib/domain/signed-updates/trust/signer-sets.ts';

// If this fails, a built-in set has changed: increase the version and update the hash.
it('the version changes when the built-in signer sets change', () => {
  const text = JSON.stringify(
    [PYTH_ROUTERS, WORMHOLE_MAINNET, WORMHOLE_TESTNET].map(
      ({ id, emitterChain, emitterAddress, quorum, sets }) => [
        id,
        emitterChain,
        emitterAddress,
        quorum,
        sets.map(({ index, keys, inUseSinceMs }) => [index, keys, inUseSinceMs]),
      ],
    ),
  );
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 16);
  expect([BUILT_IN_SIGNERS_VERSION, hash]).toEqual(['b1', '635d0fa5dd939a2d']);
});
