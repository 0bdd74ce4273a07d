import { describe, expect, it } from 'vitest';
import { PYTH_ROUTERS, WORMHOLE_MAINNET } from '@/lib/domain/signed-updates/trust/signer-sets.ts';
import { DEFAULT_TRUST_SETTINGS } from '@/lib/domain/signed-updates/trust/trust-fingerprint.ts';
import { resolveProfiles, setKey } from '@/lib/domain/signed-updates/trust/trust-settings.ts';
import { LOCAL_IDENTITY, profileOf } from '../../../price-service/test-signers.ts';
import { hasCaptured, publishedSets } from './captured.ts';

describe('resolveProfiles', () => {
  it('trusts routers and guardians by default', () => {
    const { profiles, problems } = resolveProfiles(DEFAULT_TRUST_SETTINGS);
    expect(profiles.map(({ id }) => id)).toEqual(['pyth-routers', 'wormhole-mainnet']);
    expect(problems).toEqual([]);
  });

  it('never trusts the single beta signer together with the guardians of the same emitter', () => {
    const { profiles } = resolveProfiles({ ...DEFAULT_TRUST_SETTINGS, beta: true });
    expect(profiles.map(({ id }) => id)).toEqual(['pyth-routers', 'wormhole-testnet']);
    const emitters = profiles.map(({ emitterAddress }) => emitterAddress);
    expect(new Set(emitters).size).toBe(emitters.length);
  });

  it('distinguishes built-in profiles from custom ones', () => {
    const custom = [profileOf(LOCAL_IDENTITY)];
    for (const beta of [false, true]) {
      const { profiles } = resolveProfiles({ ...DEFAULT_TRUST_SETTINGS, beta, custom });
      expect(profiles.map(({ isBuiltIn }) => isBuiltIn)).toEqual([true, true, false]);
    }
  });

  it('adds valid custom profiles and reports invalid ones', () => {
    const mine = profileOf(LOCAL_IDENTITY, 'Mine');
    const same = profileOf(LOCAL_IDENTITY, 'The same emitter');
    const { emitterAddress } = WORMHOLE_MAINNET;
    const theirs = { ...profileOf(LOCAL_IDENTITY, 'Theirs'), emitterAddress };
    const { profiles, problems, added, refused } = resolveProfiles({
      ...DEFAULT_TRUST_SETTINGS,
      upgrades: ['0102'],
      custom: [mine, same, theirs],
    });
    expect(profiles.map(({ name }) => name)).toEqual([
      'Pyth routers',
      'Wormhole guardians',
      'Mine',
    ]);
    expect(problems).toEqual([{ code: 'ends-early', part: 'envelope' }]);
    expect(refused).toEqual([
      {
        name: 'The same emitter',
        problems: [{ field: 'emitterAddress', code: 'emitter-taken', name: 'Mine' }],
        draft: same,
      },
      {
        name: 'Theirs',
        problems: [{ field: 'emitterAddress', code: 'emitter-taken', name: 'Wormhole guardians' }],
        draft: theirs,
      },
    ]);
    expect([...added]).toEqual([[profiles[2]?.id, mine]]);
  });

  it('leaves out stored profiles whose name looks like another name, and reports that name', () => {
    const custom = [
      'Pyth\u200B routers',
      'Рyth routers',
      'My\u00A0service',
      '\u202EMy serv1ce',
    ].map((name, place) => ({
      ...profileOf(LOCAL_IDENTITY, name),
      emitterAddress: String(place).padStart(64, '0'),
    }));
    const { profiles, refused } = resolveProfiles({ ...DEFAULT_TRUST_SETTINGS, custom });
    expect(profiles.map(({ name }) => name)).toEqual([
      'Pyth routers',
      'Wormhole guardians',
      'My service',
    ]);
    expect(refused.map(({ name, problems }) => [name, ...problems])).toEqual([
      ['Pyth routers', { field: 'name', code: 'name-taken', name: 'Pyth routers' }],
      ['Рyth routers', { field: 'name', code: 'name-looks-alike', name: 'Pyth routers' }],
      ['My serv1ce', { field: 'name', code: 'name-looks-alike', name: 'My service' }],
    ]);
  });

  describe.skipIf(!hasCaptured)('with the published upgrades', () => {
    it('reports no problem for upgrades that are now built in, in any pasted form', () => {
      const [upgrade] = publishedSets('router-sets.json').upgradeVaas;
      const base64 = Buffer.from(upgrade!.vaa, 'hex').toString('base64');
      const upgrades = [upgrade!.vaa, `0x${upgrade!.vaa}`, base64];
      const { profiles, problems } = resolveProfiles({ ...DEFAULT_TRUST_SETTINGS, upgrades });
      expect(problems).toEqual([]);
      expect(profiles[0]?.sets).toEqual(PYTH_ROUTERS.sets);
    });

    it('reports no problem for guardian upgrades while the beta network is trusted', () => {
      const upgrades = [publishedSets('guardian-sets.json').upgradeVaas.at(-1)!.vaa];
      const settings = { ...DEFAULT_TRUST_SETTINGS, beta: true, upgrades };
      expect(resolveProfiles(settings).problems).toEqual([]);
    });

    it('reports upgrades to a set that differs from the known one', () => {
      const upgrades = [withOtherKey(publishedSets('router-sets.json').upgradeVaas[0]!.vaa)];
      const { profiles, problems } = resolveProfiles({ ...DEFAULT_TRUST_SETTINGS, upgrades });
      expect(problems).toEqual([{ code: 'not-from-current-set', setIndex: 0 }]);
      expect(profiles[0]?.sets).toEqual(PYTH_ROUTERS.sets);
    });
  });

  it("rejects custom profiles with the guardians' emitter while the beta network is trusted", () => {
    const custom = [
      { ...profileOf(LOCAL_IDENTITY), emitterAddress: WORMHOLE_MAINNET.emitterAddress },
    ];
    const { profiles } = resolveProfiles({ ...DEFAULT_TRUST_SETTINGS, beta: true, custom });
    expect(profiles).toHaveLength(2);
  });

  it('uses the stored first use of a set, except for sets with a published time', () => {
    const { profiles } = resolveProfiles({
      ...DEFAULT_TRUST_SETTINGS,
      custom: [profileOf(LOCAL_IDENTITY)],
      setsInUse: {
        [setKey(`custom-26-${LOCAL_IDENTITY.emitterAddress}`, 0)]: 5,
        [setKey('wormhole-mainnet', 7)]: 9e15,
      },
    });
    expect(profiles.at(-1)?.sets[0]?.inUseSinceMs).toBe(5);
    expect(profiles[1]?.sets.at(-1)).toEqual(WORMHOLE_MAINNET.sets.at(-1));
  });
});

/** Returns the same upgrade with another last key. */
function withOtherKey(upgrade: string): string {
  return upgrade.slice(0, -2) + (upgrade.endsWith('00') ? '01' : '00');
}
