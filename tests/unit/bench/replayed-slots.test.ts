import { describe, expect, it } from 'vitest';
import { verifyUpdate } from '../../../lib/domain/signed-updates/verify.ts';
import { replayedSlots } from '../../price-service/replayed-slots.ts';
import { createIdentity } from '../../price-service/test-signers.ts';
import { localTrust } from '../domain/signed-updates/signed.ts';

describe('replayedSlots', () => {
  it('are valid updates, one per slot, each signed separately', () => {
    const identity = createIdentity({ signers: 19, quorum: 13 });
    const binary = replayedSlots(3, identity);
    const { blobs, prices } = verifyUpdate(binary, localTrust(identity));
    expect(blobs).toHaveLength(3);
    for (const blob of blobs) expect(blob).toMatchObject({ proof: { quorum: 13, setSize: 19 } });
    expect(new Set(blobs.map((blob) => blob.ok && blob.proof.slot)).size).toBe(3);
    expect(prices.size).toBe(1);
  });

  it('default to the most blobs that the client reads', () => {
    expect(replayedSlots().data).toHaveLength(128);
  });
});
