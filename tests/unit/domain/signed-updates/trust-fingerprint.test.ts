import { describe, expect, it } from 'vitest';
import {
  BUILT_IN_SIGNERS_VERSION,
  trustFingerprint,
  DEFAULT_TRUST_SETTINGS,
} from '@/lib/domain/signed-updates/trust/trust-fingerprint.ts';
import type { TrustSettings } from '@/lib/domain/signed-updates/trust/trust-settings.ts';

const profile = {
  name: 'Ours',
  emitterChain: 26,
  emitterAddress: 'ab'.repeat(32),
  keys: ['11'.repeat(20), '22'.repeat(20)],
  quorum: 1,
  setIndex: 0,
};
const settings: TrustSettings = { ...DEFAULT_TRUST_SETTINGS, custom: [profile] };
const withProfile = (change: Partial<typeof profile>): TrustSettings => ({
  ...settings,
  custom: [{ ...profile, ...change }],
});

describe('the fingerprint of a trust', () => {
  it('is the version of the built-in signers where the user added none', async () => {
    expect(await trustFingerprint(DEFAULT_TRUST_SETTINGS)).toBe(BUILT_IN_SIGNERS_VERSION);
  });

  it.each<[string, TrustSettings]>([
    ['no profile', DEFAULT_TRUST_SETTINGS],
    ['the beta', { ...settings, beta: true }],
    ['an upgrade', { ...settings, upgrades: ['01'] }],
    ['another profile', { ...settings, custom: [profile, { ...profile, emitterChain: 1 }] }],
    ['another name', withProfile({ name: 'Theirs' })],
    ['another chain', withProfile({ emitterChain: 1 })],
    ['another emitter', withProfile({ emitterAddress: 'cd'.repeat(32) })],
    ['another key', withProfile({ keys: ['11'.repeat(20), '33'.repeat(20)] })],
    ['the keys in another order', withProfile({ keys: profile.keys.toReversed() })],
    ['another quorum', withProfile({ quorum: 2 })],
    ['another set', withProfile({ setIndex: 1 })],
  ])('is another with %s', async (_, other) => {
    expect(await trustFingerprint(other)).not.toBe(await trustFingerprint(settings));
  });

  it('is the same for equal trust, whenever its sets were first seen', async () => {
    const later = { ...structuredClone(settings), setsInUse: { 'a/1': 5 } };
    expect(await trustFingerprint(later)).toBe(await trustFingerprint(settings));
  });

  it('never passes for the built-in one', async () => {
    expect(await trustFingerprint(withProfile({ name: BUILT_IN_SIGNERS_VERSION }))).toMatch(
      new RegExp(`^${BUILT_IN_SIGNERS_VERSION}-[0-9a-f]{32}$`),
    );
  });
});
