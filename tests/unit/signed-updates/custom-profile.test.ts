import { describe, expect, it } from 'vitest';
import { checkCustomProfile } from '../../../lib/signed-updates/custom-profile.ts';
import type { CustomProfile } from '../../../lib/signed-updates/custom-profile.ts';
import { PYTH_ROUTERS } from '../../../lib/signed-updates/signer-sets.ts';
import { LOCAL_IDENTITY, profileOf } from '../../price-service/test-signers.ts';

const VALID = profileOf(LOCAL_IDENTITY);
const [KEY = ''] = VALID.keys;

describe('checkCustomProfile', () => {
  it('brings what a user writes into one form', () => {
    const draft = {
      ...VALID,
      name: '  Mine ',
      emitterAddress: ` 0x${VALID.emitterAddress.toUpperCase()} `,
      keys: VALID.keys.map((key) => `0x${key.toUpperCase()}`),
      setIndex: 7,
    };
    expect(checkCustomProfile(draft, [])).toEqual({
      profile: {
        id: `custom-26-${VALID.emitterAddress}`,
        name: 'Mine',
        isBuiltIn: false,
        emitterChain: 26,
        emitterAddress: VALID.emitterAddress,
        quorum: 3,
        sets: [{ index: 7, keys: VALID.keys, inUseSinceMs: null }],
        upgradable: false,
      },
    });
  });

  it.each<[string, Partial<CustomProfile>, (keyof CustomProfile)[]]>([
    ['no name', { name: ' ' }, ['name']],
    ['an endless name', { name: 'x'.repeat(61) }, ['name']],
    ['a short emitter', { emitterAddress: 'ab' }, ['emitterAddress']],
    ['a chain below zero', { emitterChain: -1 }, ['emitterChain']],
    ['a chain beyond 16 bits', { emitterChain: 65_536 }, ['emitterChain']],
    ['a broken set number', { setIndex: 0.5 }, ['setIndex']],
    ['no keys', { keys: [] }, ['quorum', 'keys']],
    ['too many keys', { keys: numberedKeys(256) }, ['keys']],
    ['a key twice in other letters', { keys: [KEY, KEY.toUpperCase()], quorum: 2 }, ['keys']],
    ['the zero key', { keys: ['0'.repeat(40)], quorum: 1 }, ['keys']],
    ['a key that is none', { keys: ['hello'], quorum: 1 }, ['keys']],
    ['a quorum of 0', { quorum: 0 }, ['quorum']],
    ['a quorum above the number of keys', { quorum: 6 }, ['quorum']],
    ['a quorum that is no number', { quorum: Number.NaN }, ['quorum']],
  ])('rejects %s', (_, change, fields) => {
    const result = checkCustomProfile({ ...VALID, ...change }, []);
    if ('profile' in result) throw new Error('accepted');
    expect(result.problems.map(({ field }) => field)).toEqual(fields);
  });

  it('takes 255 keys', () => {
    const result = checkCustomProfile({ ...VALID, keys: numberedKeys(255), quorum: 255 }, []);
    expect(result).toHaveProperty('profile');
  });

  it("rejects another profile's emitter, so that weak signers cannot speak for strong ones", () => {
    const draft = { ...VALID, emitterAddress: PYTH_ROUTERS.emitterAddress };
    expect(checkCustomProfile(draft, [PYTH_ROUTERS])).toEqual({
      problems: [{ field: 'emitterAddress', message: 'This emitter belongs to Pyth routers.' }],
    });
  });

  it('rejects the name of other signers: marks and lists tell them by it', () => {
    expect(checkCustomProfile({ ...VALID, name: ' pyth ROUTERS' }, [PYTH_ROUTERS])).toEqual({
      problems: [{ field: 'name', message: 'Other signers are called Pyth routers.' }],
    });
  });
});

function numberedKeys(count: number): string[] {
  return Array.from({ length: count }, (_, place) => (place + 1).toString(16).padStart(40, '0'));
}
