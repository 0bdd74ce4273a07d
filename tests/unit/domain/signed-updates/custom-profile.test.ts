import { describe, expect, it } from 'vitest';
import { checkCustomProfile } from '@/lib/domain/signed-updates/trust/custom-profile.ts';
import type { CustomProfile } from '@/lib/domain/signed-updates/trust/custom-profile.ts';
import { PYTH_ROUTERS, WORMHOLE_MAINNET } from '@/lib/domain/signed-updates/trust/signer-sets.ts';
import { LOCAL_IDENTITY, profileOf } from '../../../price-service/test-signers.ts';
import { profileProblemWords } from '@/lib/domain/signed-updates/trust/profile-problem-words.ts';

const VALID = profileOf(LOCAL_IDENTITY);
const [KEY = ''] = VALID.keys;

describe('checkCustomProfile', () => {
  it('normalizes the input', () => {
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
    ['a name of 61 characters', { name: 'x'.repeat(61) }, ['name']],
    ['an emitter that is too short', { emitterAddress: 'ab' }, ['emitterAddress']],
    ['a chain below zero', { emitterChain: -1 }, ['emitterChain']],
    ['a chain above 16 bits', { emitterChain: 65_536 }, ['emitterChain']],
    ['a broken set number', { setIndex: 0.5 }, ['setIndex']],
    ['no keys', { keys: [] }, ['quorum', 'keys']],
    ['too many keys', { keys: numberedKeys(256) }, ['keys']],
    [
      'the same key twice in a different letter case',
      { keys: [KEY, KEY.toUpperCase()], quorum: 2 },
      ['keys'],
    ],
    ['the zero key', { keys: ['0'.repeat(40)], quorum: 1 }, ['keys']],
    ['an invalid key', { keys: ['hello'], quorum: 1 }, ['keys']],
    ['a quorum of 0', { quorum: 0 }, ['quorum']],
    ['a quorum above the number of keys', { quorum: 6 }, ['quorum']],
    ['a quorum that is not a number', { quorum: Number.NaN }, ['quorum']],
  ])('rejects %s', (_, change, fields) => {
    const result = checkCustomProfile({ ...VALID, ...change }, []);
    if ('profile' in result) throw new Error('accepted');
    expect(result.problems.map(({ field }) => field)).toEqual(fields);
  });

  it('accepts 255 keys', () => {
    const result = checkCustomProfile({ ...VALID, keys: numberedKeys(255), quorum: 255 }, []);
    expect(result).toHaveProperty('profile');
  });

  it("rejects another profile's emitter, so that weaker signers cannot pass for stronger ones", () => {
    const draft = { ...VALID, emitterAddress: PYTH_ROUTERS.emitterAddress };
    expect(checkCustomProfile(draft, [PYTH_ROUTERS])).toEqual({
      problems: [{ field: 'emitterAddress', code: 'emitter-taken', name: 'Pyth routers' }],
    });
  });

  it.each<[string, string]>([
    ['a zero-width space', 'Pyth\u200B routers'],
    ['a no-break space', 'Pyth\u00A0routers'],
    ['a soft hyphen', 'Pyth rou\u00ADters'],
    ['a filler', 'Pyth\u3164 routers\u115F'],
    ['tags and selectors', 'Pyth routers\u{E0041}\uFE0F'],
    ['a bidi override', '\u202EPyth routers\u202C'],
    ['fullwidth letters', 'Ｐｙｔｈ ｒｏｕｔｅｒｓ'],
    ['bold letters', '𝐏𝐲𝐭𝐡 𝐫𝐨𝐮𝐭𝐞𝐫𝐬'],
    ['different spaces', '\u3000Pyth\u2003\u2009routers\u2800'],
    ['a different letter case', 'pYTH rOUTERS'],
  ])('rejects the name of other signers even with %s', (_, name) => {
    expect(refusalOf(name)).toBe(
      'This name looks like “Pyth routers”, the name of other signers. Choose a different one.',
    );
  });

  it.each<[string, string, string]>([
    ['Cyrillic letters', 'Рyth rоuters', 'Pyth routers'],
    ['Greek letters', 'Pyth rουters', 'Pyth routers'],
    ['Armenian letters', 'Pyth roսters', 'Pyth routers'],
    ['Cherokee letters', 'Pyth routerꮪ', 'Pyth routers'],
    ['Cyrillic capitals', 'РYТН RОUТЕRЅ', 'Pyth routers'],
    ['small capitals', 'ᴘʏᴛʜ ʀᴏᴜᴛᴇʀꜱ', 'Pyth routers'],
    ['hooked letters', 'Pyth ɾouters', 'Pyth routers'],
    ['accents', 'Pyth roüters', 'Pyth routers'],
    ['strokes', 'Pyth r\u0336o\u0336uters', 'Pyth routers'],
    ['zeros', 'Pyth r0uters', 'Pyth routers'],
    ['punctuation', 'Pyth-routers.', 'Pyth routers'],
    ['no space', 'Pythrouters', 'Pyth routers'],
    ['a check mark', 'Pyth routers ✓', 'Pyth routers'],
    ['letters in squares', '🅿🆈🆃🅷 routers', 'Pyth routers'],
    ['a digit', 'Wormhole guard1ans', 'Wormhole guardians'],
    ['a capital I', 'WormhoIe guardians', 'Wormhole guardians'],
    ['a bar', 'Wormho|e guardians', 'Wormhole guardians'],
    ['two v and r, n', 'VVorrnhole guarclians', 'Wormhole guardians'],
    ['letters of the beta', 'Руth beta', 'Pyth beta'],
    ['a hooked P', 'Ƥyth routers', 'Pyth routers'],
    ['a thorn', 'Þyth routers', 'Pyth routers'],
    ['a small thorn', 'þyth routers', 'Pyth routers'],
    ['an s of Zhuang', 'Pyth routerƨ', 'Pyth routers'],
    ['a Cyrillic u', 'Pуth routers', 'Pyth routers'],
    ['a hooked l', 'Wormhoɭe guardians', 'Wormhole guardians'],
    ['a turned m', 'Ɯormhole guardians', 'Wormhole guardians'],
  ])('rejects a name that looks like a built-in name: with %s', (_, name, builtIn) => {
    expect(refusalOf(name)).toBe(
      `This name looks like “${builtIn}”, the name of other signers. Choose a different one.`,
    );
  });

  it('rejects built-in names even while their profiles are not trusted', () => {
    expect(refusalOf('Pyth beta', [])).toBe(
      'This name looks like “Pyth beta”, the name of other signers. Choose a different one.',
    );
    expect(refusalOf('Wormhole guardians', [])).toBe(
      'This name looks like “Wormhole guardians”, the name of other signers. Choose a different one.',
    );
  });

  it('rejects a name that looks like the name of another custom profile', () => {
    const mine = { ...PYTH_ROUTERS, id: 'custom-1-ab', name: 'Мой сервис 1' };
    expect(refusalOf('Мой сepвис l', [mine])).toContain('“Мой сервис 1”');
    expect(refusalOf('★', [{ ...mine, name: '☆' }])).toBeNull();
    expect(refusalOf('★', [{ ...mine, name: '★' }])).toContain('“★”');
  });

  it('rejects a name that mixes alphabets that look alike', () => {
    expect(refusalOf('My sеrvice')).toBe(
      'Don’t mix letters of several alphabets in a name, because they can look alike. Use one alphabet.',
    );
    expect(refusalOf('Node Ω')).toContain('several alphabets');
    expect(refusalOf('Сервис Ω')).toContain('several alphabets');
  });

  it.each([
    ['Lao', 'Pyth r\u0ed0uters'],
    ['Kannada', 'Pyth r\u0ce6uters'],
    ['Bengali', 'Pyth r\u09e6uters'],
    ['Deseret', 'Pyth r\u{1042c}uters'],
    ['Tifinagh', 'Pyth r\u2d54uters'],
    ['Chinese', 'Pyth r\u3007uters'],
    ['Korean', 'Pyth r\u3147uters'],
  ])('rejects a built-in name with an o in %s', (_, name) => {
    expect(refusalOf(name)).toContain('several alphabets');
  });

  it('rejects a name in an alphabet that no living language writes', () => {
    expect(refusalOf('\u{10428}\u{1042c}')).toContain('several alphabets');
  });

  it.each([
    'Local price service',
    'Мой сервис',
    'Η υπηρεσία μου',
    '我的服务',
    'خدمتي',
    'मेरी सेवा',
    'Ma société n° 2',
    'Pyth routers 2',
    'Tokyo 東京',
    '🚀',
  ])('accepts the name %s', (name) => {
    expect(refusalOf(name)).toBeNull();
  });

  it('normalizes a name', () => {
    const draft = { ...VALID, name: ' \uFEFFＭｙ\u00A0\u2003ser\u200Dvice\u202E ' };
    expect(checkCustomProfile(draft, [])).toMatchObject({ profile: { name: 'My service' } });
    expect(refusalOf('\u3164\u200B')).toBe('At most 60 characters.');
    expect(refusalOf('x'.repeat(1_000_000))).toBe('At most 60 characters.');
  });

  it('rejects the name of other signers, because pages identify signers by their name', () => {
    expect(checkCustomProfile({ ...VALID, name: ' pyth ROUTERS' }, [PYTH_ROUTERS])).toEqual({
      problems: [{ field: 'name', code: 'name-taken', name: 'Pyth routers' }],
    });
  });
});

/** Returns why a name is rejected, or `null`. */
function refusalOf(name: string, others = [PYTH_ROUTERS, WORMHOLE_MAINNET]): string | null {
  const result = checkCustomProfile({ ...VALID, name }, others);
  if ('profile' in result) return null;
  expect(result.problems.map(({ field }) => field)).toEqual(['name']);
  return profileProblemWords(result.problems[0]!);
}

function numberedKeys(count: number): string[] {
  return Array.from({ length: count }, (_, place) => (place + 1).toString(16).padStart(40, '0'));
}
