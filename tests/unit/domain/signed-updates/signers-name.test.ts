import { beforeEach, expect, it, vi } from 'vitest';
import { readLocale } from '../../../tools/locale-texts.ts';
import { setLocale } from '../../base/locale/set-locale.ts';
import { BUILT_IN_NAMES } from '@/lib/domain/signed-updates/trust/built-in-names.ts';

beforeEach(() => vi.resetModules());

it.each([
  ['en', ['Pyth routers', 'Wormhole guardians', 'Pyth beta']],
  ['de', ['Pyth-Router', 'Wormhole-Wächter', 'Pyth-Beta']],
  ['ja', ['Pythルーター', 'Wormholeガーディアン', 'Pythベータ']],
])('in %s, the names of built-in signers are %j', async (language, names) => {
  setLocale(readLocale(language), language);
  const { signersName } = await import('@/lib/domain/signed-updates/trust/signers-name.ts');
  expect(Object.values(BUILT_IN_NAMES).map(signersName)).toEqual(names);
  expect(signersName('My own')).toBe('My own');
});

it('nobody can add signers by the name that the user knows built-in ones by', async () => {
  setLocale(readLocale('de'), 'de');
  const trust = await import('@/lib/domain/signed-updates/trust/trust-settings.ts');
  const draft = {
    name: 'Wormhole-Wächter',
    emitterChain: 26,
    emitterAddress: '12'.repeat(32),
    keys: ['34'.repeat(20)],
    quorum: 1,
    setIndex: 0,
  };
  const settings = { beta: false, custom: [draft], upgrades: [], setsInUse: {} };
  const { refused } = trust.resolveProfiles(settings);
  expect(refused).toMatchObject([{ problems: [{ code: 'name-taken', name: 'Wormhole-Wächter' }] }]);
});
