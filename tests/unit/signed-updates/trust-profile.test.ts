import { describe, expect, it } from 'vitest';
import {
  PYTH_ROUTERS,
  WORMHOLE_MAINNET,
  WORMHOLE_TESTNET,
} from '../../../lib/signed-updates/signer-sets.ts';
import {
  markSetInUse,
  profileOfEmitter,
  quorumOf,
  RETIREMENT_MS,
  usableSet,
} from '../../../lib/signed-updates/trust-profile.ts';
import type { TrustProfile } from '../../../lib/signed-updates/trust-profile.ts';
import { verifyUpdate } from '../../../lib/signed-updates/verify.ts';
import { createIdentity } from '../../price-service/test-signers.ts';
import { asBinary, priceMessage, profileOfIdentity, signedBlob } from './signed.ts';

const NOW_MS = Date.parse('2026-11-21T00:00:00Z');

describe('built-in profiles', () => {
  it.each([
    [PYTH_ROUTERS, 5, 3],
    [WORMHOLE_MAINNET, 19, 13],
    [WORMHOLE_TESTNET, 1, 1],
  ])('$name', (profile, size, quorum) => {
    const current = usableSet(profile, profile.sets.length - 1, trust([profile]));
    expect(current.keys).toHaveLength(size);
    expect(quorumOf(profile, current)).toBe(quorum);
    for (const { keys } of profile.sets) {
      expect(new Set(keys).size).toBe(keys.length);
      for (const key of keys) expect(key).toMatch(/^[0-9a-f]{40}$/);
    }
  });

  it('are chosen by emitter', () => {
    const profiles = [PYTH_ROUTERS, WORMHOLE_MAINNET];
    for (const profile of profiles) {
      expect(profileOfEmitter(profiles, 26, profile.emitterAddress)).toBe(profile);
    }
    expect(() => profileOfEmitter(profiles, 1, PYTH_ROUTERS.emitterAddress)).toThrow(
      expect.objectContaining({ check: 'emitter' }),
    );
  });

  it('have one usable set each today, and all of them for history', () => {
    for (const profile of [PYTH_ROUTERS, WORMHOLE_MAINNET]) {
      const usable = (history: boolean) =>
        profile.sets.filter(({ index }) => {
          try {
            return usableSet(profile, index, { ...trust([profile]), history }) !== undefined;
          } catch {
            return false;
          }
        });
      expect(usable(false)).toEqual(profile.sets.slice(-1));
      expect(usable(true)).toEqual(profile.sets);
    }
  });

  it('call a set by its name and number when they do not know it', () => {
    expect(() => usableSet(PYTH_ROUTERS, 2, trust([PYTH_ROUTERS]))).toThrow(
      'Signed by an unknown set 2 of Pyth routers (newest known: 1).',
    );
  });
});

describe('the retirement of a set', () => {
  const old = createIdentity({ seed: 'old', setIndex: 0 });
  const renewed = createIdentity({ seed: 'renewed', setIndex: 1 });
  const profile: TrustProfile = {
    ...profileOfIdentity(old),
    sets: [
      { index: 0, keys: old.keys, inUseSinceMs: 0 },
      { index: 1, keys: renewed.keys, inUseSinceMs: null },
    ],
  };
  const oldUpdate = asBinary(signedBlob([priceMessage(1)], { identity: old }));
  const outcome = (profiles: readonly TrustProfile[], nowMs: number, history = false) => {
    const [blob] = verifyUpdate(oldUpdate, { profiles, nowMs, history }).blobs;
    return blob?.ok === false ? blob.error.check : 'ok';
  };

  const use = (setIndex: number) => ({ profileId: profile.id, setIndex, signers: [0, 1, 2] });

  it('does not begin with an update of signers that both sets have: it may name either', () => {
    const keys = [...old.keys.slice(0, 3), ...renewed.keys.slice(3)];
    const sets = profile.sets.map((set) => (set.index === 1 ? { ...set, keys } : set));
    const shared = { ...profile, sets };
    const relabelled = signedBlob([priceMessage(1)], { identity: { ...old, setIndex: 1 } });
    const trusted = { profiles: [shared], nowMs: NOW_MS };
    const [blob] = verifyUpdate(asBinary(relabelled), trusted).blobs;
    if (!blob?.ok) throw new Error('The index is not signed: it verifies');
    expect(markSetInUse([shared], blob.proof, NOW_MS)).toEqual([shared]);
    const marked = markSetInUse([shared], { ...blob.proof, signers: [0, 2, 4] }, NOW_MS);
    expect(marked[0]?.sets[1]?.inUseSinceMs).toBe(NOW_MS);
  });

  it('begins by the index of a newer set that has no signer of its own', () => {
    const [sets0] = profile.sets;
    const fewer = { index: 1, keys: (sets0?.keys ?? []).slice(1), inUseSinceMs: null };
    const smaller = { ...profile, sets: [sets0!, fewer] };
    const marked = markSetInUse([smaller], use(1), NOW_MS);
    expect(marked[0]?.sets[1]?.inUseSinceMs).toBe(NOW_MS);
  });

  it('does not begin with the newer set being known', () => {
    expect(outcome([profile], NOW_MS + 1000 * RETIREMENT_MS)).toBe('ok');
  });

  it('ends 24 hours after the newer set signed, by the local clock, but not for history', () => {
    const profiles = markSetInUse([profile], use(1), NOW_MS);
    expect(outcome(profiles, NOW_MS + RETIREMENT_MS - 1)).toBe('ok');
    expect(outcome(profiles, NOW_MS + RETIREMENT_MS)).toBe('expired-set');
    expect(outcome(profiles, NOW_MS + RETIREMENT_MS, true)).toBe('ok');
  });

  it('is noted once', () => {
    const profiles = markSetInUse([profile], use(1), NOW_MS);
    expect(markSetInUse(profiles, use(1), NOW_MS + 5)).toBe(profiles);
    expect(markSetInUse(profiles, use(7), NOW_MS + 5)).toBe(profiles);
    expect(markSetInUse(profiles, { ...use(1), profileId: 'another' }, NOW_MS + 5)).toBe(profiles);
  });

  it('is not escaped by naming the newer set, whose keys are others', () => {
    const relabelled = { ...old, setIndex: 1 };
    const binary = asBinary(signedBlob([priceMessage(1)], { identity: relabelled }));
    const [blob] = verifyUpdate(binary, { profiles: [profile], nowMs: NOW_MS }).blobs;
    expect(blob).toMatchObject({ ok: false, error: { check: 'signature' } });
  });
});

function trust(profiles: readonly TrustProfile[]) {
  return { profiles, nowMs: NOW_MS };
}
