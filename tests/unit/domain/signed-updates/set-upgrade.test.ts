import { describe, expect, it } from 'vitest';
import {
  applySetUpgrade,
  importSetUpgrade,
  parseSetUpgrade,
} from '@/lib/domain/signed-updates/trust/set-upgrade.ts';
import { PYTH_ROUTERS, WORMHOLE_MAINNET } from '@/lib/domain/signed-updates/trust/signer-sets.ts';
import type { TrustProfile } from '@/lib/domain/signed-updates/trust/trust-profile.ts';
import { createIdentity, signBody } from '../../../price-service/test-signers.ts';
import type { SigningIdentity } from '../../../price-service/test-signers.ts';
import {
  encodeSetUpgrade,
  encodeVaa,
  encodeVaaBody,
} from '../../../price-service/update-encoding.ts';
import { FIRST_GUARDIANS, hasCaptured, publishedSets } from './captured.ts';
import { profileOfIdentity } from './signed.ts';

const GOVERNANCE = '4'.padStart(64, '0');
const SIGNERS = createIdentity({ setIndex: 4 });
const OLD_SIGNERS = createIdentity({ seed: 'old', setIndex: 3 });
const NEW_KEYS = createIdentity({ seed: 'new' }).keys;
const firstRouters: TrustProfile = { ...PYTH_ROUTERS, sets: PYTH_ROUTERS.sets.slice(0, 1) };

describe.skipIf(!hasCaptured)('the published upgrades', () => {
  it.each([
    ['guardian-sets.json', FIRST_GUARDIANS, WORMHOLE_MAINNET],
    ['router-sets.json', firstRouters, PYTH_ROUTERS],
  ] as const)('lead from the first set to the built-in ones: %s', (file, anchor, builtIn) => {
    const { sets, upgradeVaas } = publishedSets(file);
    let profiles: readonly TrustProfile[] = [anchor];
    for (const { vaa } of upgradeVaas) profiles = importSetUpgrade(profiles, vaa).profiles;

    const derived = profiles[0] ?? anchor;
    expect(keysOf(derived)).toEqual(Object.values(sets));
    expect(derived.sets.map(({ index }) => String(index))).toEqual(Object.keys(sets));
    const builtInSets = builtIn.sets.map(({ index, keys }) => ({ index, keys }));
    const derivedSets = derived.sets.map(({ index, keys }) => ({ index, keys }));
    expect(builtInSets).toEqual(derivedSets.slice(builtIn.sets[0]?.index));
  });

  it('of one network are rejected for the other, although indexes and emitter are the same', () => {
    const [vaa] = publishedSets('router-sets.json').upgradeVaas;
    expect(() => importSetUpgrade([FIRST_GUARDIANS], vaa?.vaa ?? '')).toThrow();
    expect(importSetUpgrade([FIRST_GUARDIANS, firstRouters], vaa?.vaa ?? '')).toMatchObject({
      profileId: 'pyth-routers',
      setIndex: 1,
    });
  });

  it('are already part of the built-in profiles', () => {
    const profiles = [PYTH_ROUTERS, WORMHOLE_MAINNET];
    const [first] = publishedSets('router-sets.json').upgradeVaas;
    expect(() => importSetUpgrade(profiles, first?.vaa ?? '')).toThrow(
      expect.objectContaining({
        problem: { code: 'known-set', setIndex: 1, profileName: 'Pyth routers' },
      }),
    );
  });
});

describe('importSetUpgrade', () => {
  it('adds a set that a quorum of the current set signed, as not yet in use', () => {
    const imported = importSetUpgrade([profile()], upgrade());
    expect(imported).toMatchObject({ profileId: profile().id, setIndex: 5 });
    expect(imported.profiles[0]?.sets.at(-1)).toEqual({
      index: 5,
      keys: NEW_KEYS,
      inUseSinceMs: null,
    });
  });

  it.each([true, false])('does not change `isBuiltIn`: %s', (isBuiltIn) => {
    const { profiles } = importSetUpgrade([{ ...profile(), isBuiltIn }], upgrade());
    expect(profiles[0]).toMatchObject({ isBuiltIn, sets: [{}, {}, { index: 5 }] });
  });

  it('accepts pasted text in base64, with `0x` and with surrounding white space', () => {
    const hex = upgrade();
    const base64 = Buffer.from(hex, 'hex').toString('base64');
    for (const text of [`\n 0x${hex} \n`, hex.toUpperCase(), ` ${base64}\n`]) {
      expect(importSetUpgrade([profile()], text).setIndex).toBe(5);
    }
  });

  it.each([
    ['one signature less than the quorum', { signers: [0, 1] }, 'quorum'],
    [
      'signatures of unknown signers',
      { identity: createIdentity({ seed: 'x', setIndex: 4 }) },
      'signature',
    ],
    ['the same signer twice', { signers: [0, 0, 1] }, 'signer-index'],
    ['an older set that is not yet retired', { identity: OLD_SIGNERS }, 'upgrade'],
    ['another chain', { emitterChain: 2 }, 'upgrade'],
    ['another emitter', { emitterAddress: '5'.padStart(64, '0') }, 'upgrade'],
    ['a step of two', { newIndex: 6 }, 'upgrade'],
    ['a step back', { newIndex: 3 }, 'upgrade'],
    ['no step', { newIndex: 4 }, 'upgrade'],
    ['no keys', { keys: [] }, 'upgrade'],
    ['the same key twice', { keys: [...NEW_KEYS, NEW_KEYS[0] ?? ''] }, 'upgrade'],
    ['the zero key', { keys: [...NEW_KEYS, '0'.repeat(40)] }, 'upgrade'],
    [
      'an extra byte',
      { change: (payload: Buffer) => Buffer.concat([payload, Buffer.alloc(1)]) },
      'trailing-bytes',
    ],
    ['a missing byte', { change: (payload: Buffer) => payload.subarray(0, -1) }, 'upgrade'],
    ['another module', { change: (payload: Buffer) => payload.fill('B', 28, 29) }, 'upgrade'],
    ['another action', { change: (payload: Buffer) => payload.fill(3, 32, 33) }, 'upgrade'],
    ['one chain only', { change: (payload: Buffer) => payload.fill(1, 34, 35) }, 'upgrade'],
  ] as const)('rejects %s', (_, options, check) => {
    expect(() => importSetUpgrade([profile()], upgrade(options))).toThrow(
      expect.objectContaining({ check }),
    );
  });

  it('rejects an upgrade that was not signed by the current set', () => {
    const named = parseSetUpgrade(Buffer.from(upgrade({ identity: OLD_SIGNERS }), 'hex'));
    expect(() => applySetUpgrade(profile(), named)).toThrow(
      expect.objectContaining({ problem: { code: 'not-from-current-set', setIndex: 3 } }),
    );
  });

  it('does not change profiles that accept no upgrades', () => {
    const fixed = { ...profile(), upgradable: false };
    expect(() => importSetUpgrade([fixed], upgrade())).toThrow(
      expect.objectContaining({ check: 'upgrade' }),
    );
  });

  it('distinguishes two networks with the same current index by the signatures', () => {
    const strangers = createIdentity({ seed: 'x', setIndex: 4, emitterAddress: 'ab'.repeat(32) });
    const other = { ...profileOfIdentity(strangers), upgradable: true };
    expect(importSetUpgrade([other, profile()], upgrade()).profileId).toBe(profile().id);
    expect(() => importSetUpgrade([other, profile()], upgrade({ signers: [0, 1] }))).toThrow(
      expect.objectContaining({ check: 'quorum' }),
    );
  });

  it.each([
    ['rubbish', ''],
    ['a price update', '504e415501000000'],
    ['a word', 'hello world'],
  ])('rejects %s', (_, text) => {
    expect(() => importSetUpgrade([profile()], text)).toThrow(
      expect.objectContaining({ name: 'SignedUpdateError' }),
    );
  });
});

function keysOf({ sets }: TrustProfile): (readonly string[])[] {
  return sets.map(({ keys }) => keys);
}

function profile(): TrustProfile {
  const { sets, ...rest } = profileOfIdentity(SIGNERS);
  const old = { index: 3, keys: OLD_SIGNERS.keys, inUseSinceMs: 0 };
  return { ...rest, quorum: 'majority', sets: [old, ...sets], upgradable: true };
}

function upgrade(
  options: {
    identity?: SigningIdentity;
    signers?: readonly number[];
    emitterChain?: number;
    emitterAddress?: string;
    newIndex?: number;
    keys?: readonly string[];
    change?: (payload: Buffer) => Buffer;
  } = {},
): string {
  const { identity = SIGNERS, newIndex = 5, keys = NEW_KEYS, change = (same) => same } = options;
  const body = encodeVaaBody({
    timestamp: 0,
    emitterChain: options.emitterChain ?? 1,
    emitterAddress: options.emitterAddress ?? GOVERNANCE,
    sequence: 1n,
    payload: change(Buffer.from(encodeSetUpgrade(newIndex, keys))),
  });
  const vaa = encodeVaa(identity.setIndex, signBody(body, identity, options.signers), body);
  return Buffer.from(vaa).toString('hex');
}
