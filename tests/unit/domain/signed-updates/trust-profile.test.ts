import { describe, expect, it } from 'vitest';
import {
  PYTH_ROUTERS,
  WORMHOLE_MAINNET,
  WORMHOLE_TESTNET,
} from '@/lib/domain/signed-updates/trust/signer-sets.ts';
import {
  currentSet,
  markSetInUse,
  profileOfEmitter,
  quorumOf,
  RETIREMENT_MS,
  usableSet,
} from '@/lib/domain/signed-updates/trust/trust-profile.ts';
import type { TrustProfile } from '@/lib/domain/signed-updates/trust/trust-profile.ts';
import { verifyUpdate } from '@/lib/domain/signed-updates/verify.ts';
import { judgeFeed } from '@/lib/domain/signed-updates/verdict.ts';
import { createIdentity } from '../../../price-service/test-signers.ts';
import { encodeStakeCapsMessage } from '../../../price-service/update-encoding.ts';
import {
  asBinary,
  feedId,
  priceMessage,
  profileOfIdentity,
  signedBlob,
  TIMESTAMP,
} from './signed.ts';

const NOW_MS = Date.parse('2026-11-21T00:00:00Z');

describe('built-in profiles', () => {
  it.each([
    [PYTH_ROUTERS, 5, 3],
    [WORMHOLE_MAINNET, 19, 13],
    [WORMHOLE_TESTNET, 1, 1],
  ])('$name', (profile, size, quorum) => {
    const current = usableSet(profile, currentSet(profile).index, trust([profile]));
    expect(current.keys).toHaveLength(size);
    expect(quorumOf(profile, current)).toBe(quorum);
    for (const { keys } of profile.sets) {
      expect(new Set(keys).size).toBe(keys.length);
      for (const key of keys) expect(key).toMatch(/^[0-9a-f]{40}$/);
    }
  });

  it('require several signers for a quorum in every set of the main network', () => {
    for (const profile of [PYTH_ROUTERS, WORMHOLE_MAINNET]) {
      for (const set of profile.sets) expect(quorumOf(profile, set)).toBeGreaterThanOrEqual(3);
    }
  });

  it('are selected by emitter', () => {
    const profiles = [PYTH_ROUTERS, WORMHOLE_MAINNET];
    for (const profile of profiles) {
      expect(profileOfEmitter(profiles, 26, profile.emitterAddress)).toBe(profile);
    }
    expect(() => profileOfEmitter(profiles, 1, PYTH_ROUTERS.emitterAddress)).toThrow(
      expect.objectContaining({ check: 'emitter' }),
    );
  });

  it('have one usable set each today, and all their sets for past prices', () => {
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

  it('name an unknown set in the error', () => {
    expect(() => usableSet(PYTH_ROUTERS, 2, trust([PYTH_ROUTERS]))).toThrow(
      expect.objectContaining({
        problem: { code: 'unknown-set', setIndex: 2, profileName: 'Pyth routers', newestIndex: 1 },
      }),
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

  it('does not start with an update by signers of both sets, because it may name either set', () => {
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

  it('starts with the index of a newer set that has no signers of its own', () => {
    const [sets0] = profile.sets;
    const fewer = { index: 1, keys: (sets0?.keys ?? []).slice(1), inUseSinceMs: null };
    const smaller = { ...profile, sets: [sets0!, fewer] };
    const marked = markSetInUse([smaller], use(1), NOW_MS);
    expect(marked[0]?.sets[1]?.inUseSinceMs).toBe(NOW_MS);
  });

  it('does not start when the newer set becomes known', () => {
    expect(outcome([profile], NOW_MS + 1000 * RETIREMENT_MS)).toBe('ok');
  });

  it('takes effect 24 hours after the newer set signed, by the local clock, but not for past prices', () => {
    const profiles = markSetInUse([profile], use(1), NOW_MS);
    expect(outcome(profiles, NOW_MS + RETIREMENT_MS - 1)).toBe('ok');
    expect(outcome(profiles, NOW_MS + RETIREMENT_MS)).toBe('expired-set');
    expect(outcome(profiles, NOW_MS + RETIREMENT_MS, true)).toBe('ok');
  });

  it('applies to later publish times even if the local clock is slow', () => {
    const profiles = markSetInUse([profile], use(1), TIMESTAMP * 1_000);
    const lastS = TIMESTAMP + RETIREMENT_MS / 1_000;
    const check = (publishTime: number) => {
      const message = priceMessage(1, { publishTime: BigInt(publishTime) });
      const binary = asBinary(signedBlob([message], { identity: old }));
      return verifyUpdate(binary, { profiles, nowMs: 0 }).prices.size;
    };
    expect([check(lastS), check(lastS + 1)]).toEqual([1, 0]);
  });

  it('is dated in the error', () => {
    const profiles = markSetInUse([profile], use(1), NOW_MS);
    const trusted = { profiles, nowMs: NOW_MS + RETIREMENT_MS };
    expect(verifyUpdate(oldUpdate, trusted).blobs).toMatchObject([
      {
        error: {
          problem: {
            code: 'retired-set',
            setIndex: 0,
            profileName: 'Local price service',
            retiredMs: NOW_MS + RETIREMENT_MS,
          },
        },
      },
    ]);
  });

  describe('for past prices', () => {
    const startS = TIMESTAMP;
    const lastS = startS + RETIREMENT_MS / 1_000;
    const profiles = markSetInUse([profile], use(1), startS * 1_000);
    const judged = (...publishTimes: number[]) => {
      const messages = publishTimes.map((publishTime, feed) =>
        priceMessage(feed, { publishTime: BigInt(publishTime) }),
      );
      const binary = asBinary(signedBlob(messages, { identity: old }));
      return verifyUpdate(binary, { profiles, nowMs: NOW_MS, history: true });
    };

    it('allows earlier publish times, whatever the local clock says', () => {
      expect(judged(0, startS, lastS).prices.size).toBe(3);
    });

    it('rejects a blob with a later publish time and says when the set was retired', () => {
      const update = judged(startS, lastS + 1);
      expect(update.prices.size).toBe(0);
      expect(judgeFeed(feedId(0), update)).toMatchObject({
        check: 'expired-set',
        problem: {
          code: 'published-after-retirement',
          setIndex: 0,
          profileName: 'Local price service',
          retiredMs: lastS * 1_000,
        },
      });
    });

    it('checks the publish times of stake caps too', () => {
      const trusted = { profiles, nowMs: NOW_MS, history: true };
      for (const [seconds, ok] of [
        [lastS, true],
        [lastS + 1, false],
      ] as const) {
        const message = encodeStakeCapsMessage(BigInt(seconds), []);
        const binary = asBinary(signedBlob([message], { identity: old }));
        expect(verifyUpdate(binary, trusted).blobs).toMatchObject([{ ok }]);
      }
    });

    it('ignores newer sets that are not in use, and never affects the current set', () => {
      const [first, second] = profiles[0]?.sets ?? [];
      const unused = { ...second!, inUseSinceMs: null };
      const withUnused = { ...profile, sets: [first!, unused, { ...second!, index: 2 }] };
      const late = asBinary(
        signedBlob([priceMessage(1, { publishTime: BigInt(lastS + 1) })], { identity: old }),
      );
      const check = (sets: TrustProfile) => {
        const [blob] = verifyUpdate(late, { profiles: [sets], nowMs: 0, history: true }).blobs;
        return blob?.ok === false ? blob.error.check : 'ok';
      };
      expect(check(withUnused)).toBe('expired-set');
      expect(check({ ...profile, sets: [first!, unused] })).toBe('ok');
    });

    it('has a valid date for any stored time', () => {
      const absurd = markSetInUse([profile], use(1), 9e15);
      const latest = BigInt(Number.MAX_SAFE_INTEGER);
      const binary = asBinary(
        signedBlob([priceMessage(1, { publishTime: latest })], { identity: old }),
      );
      const trusted = { profiles: absurd, nowMs: NOW_MS, history: true };
      expect(verifyUpdate(binary, trusted).blobs).toMatchObject([
        { error: { check: 'expired-set' } },
      ]);
    });
  });

  it('is recorded once', () => {
    const profiles = markSetInUse([profile], use(1), NOW_MS);
    expect(markSetInUse(profiles, use(1), NOW_MS + 5)).toBe(profiles);
    expect(markSetInUse(profiles, use(7), NOW_MS + 5)).toBe(profiles);
    expect(markSetInUse(profiles, { ...use(1), profileId: 'another' }, NOW_MS + 5)).toBe(profiles);
  });

  it('cannot be avoided by naming the newer set, because its keys differ', () => {
    const relabelled = { ...old, setIndex: 1 };
    const binary = asBinary(signedBlob([priceMessage(1)], { identity: relabelled }));
    const [blob] = verifyUpdate(binary, { profiles: [profile], nowMs: NOW_MS }).blobs;
    expect(blob).toMatchObject({ ok: false, error: { check: 'signature' } });
  });
});

function trust(profiles: readonly TrustProfile[]) {
  return { profiles, nowMs: NOW_MS };
}
