import { expect, it } from 'vitest';
import { DEFAULT_TRUST_SETTINGS } from '@/lib/domain/signed-updates/trust/trust-fingerprint.ts';
import { PYTH_ROUTERS } from '@/lib/domain/signed-updates/trust/signer-sets.ts';
import { announcementsOf } from '@/lib/pages/receipts/announcements.ts';
import { trustSettings } from '@/lib/storage/values/settings.ts';

it('a file brings no announcement for signers that are built in, or that nobody announced', async () => {
  await trustSettings.setValue({ ...DEFAULT_TRUST_SETTINGS, upgrades: ['announcement'] });
  const { name, emitterChain, emitterAddress } = PYTH_ROUTERS;
  const signers = { name, emitterChain, emitterAddress, setIndex: 0, keys: [], quorum: 10 };
  expect(await announcementsOf({ update: '', signers })).toEqual([]);
  const others = { ...signers, emitterAddress: 'ab'.repeat(32) };
  expect(await announcementsOf({ update: '', signers: others })).toEqual([]);
});
