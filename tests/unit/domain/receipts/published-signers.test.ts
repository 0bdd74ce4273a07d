import { describe, expect, it } from 'vitest';
import { publishedSigners } from '@/lib/domain/receipts/published-signers.ts';
import { PYTH_ROUTERS, WORMHOLE_TESTNET } from '@/lib/domain/signed-updates/trust/signer-sets.ts';
import { hasCaptured, publishedSets } from '../signed-updates/captured.ts';

const { emitterChain, emitterAddress } = PYTH_ROUTERS;
const newest = { emitterChain, emitterAddress, setIndex: 1 };
const olderVersion = [{ ...PYTH_ROUTERS, sets: PYTH_ROUTERS.sets.slice(0, 1) }];

it('knows the built-in signers without an announcement', () => {
  expect(publishedSigners(newest, [])?.origin).toBe('built-in');
});

it('does not vouch for the beta network: a single key is not like the routers', () => {
  const beta = { emitterChain: 26, emitterAddress: WORMHOLE_TESTNET.emitterAddress, setIndex: 0 };
  expect(publishedSigners(beta, [])).toBeNull();
});

it('does not know those of another emitter', () => {
  expect(publishedSigners({ ...newest, emitterAddress: 'ab'.repeat(32) }, [])).toBeNull();
});

describe.skipIf(!hasCaptured)('signers of a set that an older version did not know', () => {
  const announcementOf = () => publishedSets('router-sets.json').upgradeVaas[0]!.vaa;

  it('are known by the announcement that the signers before signed', () => {
    const known = publishedSigners(newest, [announcementOf()], olderVersion);
    expect(known?.origin).toBe('announced');
    expect(known?.profile.sets.at(-1)?.keys).toEqual(PYTH_ROUTERS.sets[1]?.keys);
  });

  it('are not known without it, nor by one that was changed', () => {
    expect(publishedSigners(newest, [], olderVersion)).toBeNull();
    const bytes = Uint8Array.from(atob(announcementOf()), (character) => character.charCodeAt(0));
    const changed = bytes.with(bytes.length - 1, bytes.at(-1)! ^ 1).toHex();
    expect(publishedSigners(newest, [changed], olderVersion)).toBeNull();
    expect(publishedSigners(newest, ['', 'zz'], olderVersion)).toBeNull();
  });
});
