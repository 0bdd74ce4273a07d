import { BUILT_IN_NAMES } from './built-in-names.ts';
import type { SignerSet, TrustProfile } from './trust-profile.ts';

/* The published signer sets, each confirmed by two public sources or derived from the network's
   own upgrade messages, which the tests repeat. A set's time is that of the earliest update
   seen, or else of the upgrade message. Increase `BUILT_IN_SIGNERS_VERSION` whenever a set
   changes. */

const PYTHNET = 26;
const PYTHNET_EMITTER = 'e101faedac5851e32b9b23b5f9411a8c2bac4aae3ed4dd7b811dd1a72ea4aa71';

/** "PythnetPythnetPythnetPythnetPyth". */
const ROUTER_EMITTER = '507974686e6574507974686e6574507974686e6574507974686e657450797468';

const ROUTER_SET_0 = [
  '41534bb176e461a3fb30479400f210549ecce638',
  '6502987b62f21cab7eb5ccd8f0173084b60d5b41',
  '44a3e8f6a382412cf6bb90a3f8106e68977476c9',
  'd9d7d4529577864352c9a6539a48238fcd447052',
  '1663a5a822336ece48559b1dfb1e93a017a7dac3',
];

const GUARDIAN_SET_1 = [
  '58cc3ae5c097b213ce3c81979e1b9f9570746aa5',
  'ff6cb952589bde862c25ef4392132fb9d4a42157',
  '114de8460193bdf3a2fcf81f86a09765f4762fd1',
  '107a0086b32d7a0977926a205131d8731d39cbeb',
  '8c82b2fd82faed2711d59af0f2499d16e726f6b2',
  '11b39756c042441be6d8650b69b54ebe715e2343',
  '54ce5b4d348fb74b958e8966e2ec3dbd4958a7cd',
  'eb5f7389fa26941519f0863349c223b73a6ddee7',
  '74a3bf913953d695260d88bc1aa25a4eee363ef0',
  '000ac0076727b35fbea2dac28fee5ccb0fea768e',
  'af45ced136b9d9e24903464ae889f5c8a723fc14',
  'f93124b7c738843cbb89e864c862c38cddcccf95',
  'd2cc37a4dc036a8d232b48f62cdd4731412f4890',
  'da798f6896a3331f64b48c12d1d57fd9cbe70811',
  '71aa1be1d36cafe3867910f99c09e347899c19c3',
  '8192b6e7387ccd768277c17dab1b7a5027c0b3cf',
  '178e21ad2e77ae06711549cfbb1f9c7a9d8096e8',
  '5e1487f35515d02a92753504a8d75471b9f49edb',
  '6fbebc898f403e4773e95feb15e80c9a99c8348d',
];

/** The difference from the previous set: signer index → new address. */
type Change = [firstUsed: string, replaced: Record<number, string>];

const ROUTER_CHANGES: Change[] = [
  [
    '2026-09-12T21:25:48Z',
    {
      3: '13edc776d3063549fdb0702af182edc905a539d4',
      4: '3af088854bb768065f4929e5bbdfa4cbb04c9af9',
    },
  ],
];

const GUARDIAN_CHANGES: Change[] = [
  ['2022-05-01T14:47:54Z', { 7: '66b9590e1c41e0b226937bf9217d1d67fd4e91f5' }],
  ['2023-07-28T00:00:00Z', { 7: '15e7caf07c4e3dc8e7c469f92c8cd88fb8005a20' }],
  ['2024-04-19T00:00:00Z', { 0: '5893b5a76c3f739645648885bdccc06cd70a3cd3' }],
  [
    '2026-04-03T00:00:00Z',
    {
      6: '938f104aeb5581293216ce97d771e0cb721221b1',
      14: 'd1f64e26238811de5553c40f64af41ee1b6057cc',
      15: '43ac8f567a31e7850da532b361988bfe0d3ae11b',
    },
  ],
  [
    '2026-05-02T06:44:59Z',
    {
      5: '42579bffbcf4276e290ab8e4c162bd4052b97970',
      7: '18e41674ccf26329cd111406c1d05c6c80b23edc',
      8: '9d16870160e703324d057c3361c34c5befba2c34',
      15: '3f851ad586a47cef8d04748f33ab0d71395f06b4',
      17: '7899ceab1dc961dae9defdb7a4f521269a5448fc',
    },
  ],
  [
    '2026-08-13T03:29:22Z',
    {
      7: 'f3ea0ad4ffb5a178ae4ebc21861651b25bdcbb91',
      14: 'ae565927bb8db25cd8bf3e7bb663d70023e4ea78',
      18: '61d9800f9fcb4160fb0c6cf3a0902592bac2b434',
    },
  ],
];

/** The public price service since 2026-08-26: 3 of 5 routers. */
export const PYTH_ROUTERS: TrustProfile = {
  id: 'pyth-routers',
  name: BUILT_IN_NAMES.routers,
  isBuiltIn: true,
  emitterChain: PYTHNET,
  emitterAddress: ROUTER_EMITTER,
  quorum: 'majority',
  sets: applyChanges({ index: 0, keys: ROUTER_SET_0, inUseSinceMs: 0 }, ROUTER_CHANGES),
  upgradable: true,
};

/** Before that, and still used by some services: 13 of 19 guardians. */
export const WORMHOLE_MAINNET: TrustProfile = {
  id: 'wormhole-mainnet',
  name: BUILT_IN_NAMES.guardians,
  isBuiltIn: true,
  emitterChain: PYTHNET,
  emitterAddress: PYTHNET_EMITTER,
  quorum: 'two-thirds',
  // Set 0 had a single key and never signed a price.
  sets: applyChanges(
    { index: 1, keys: GUARDIAN_SET_1, inUseSinceMs: Date.parse('2021-08-04T16:35:30Z') },
    GUARDIAN_CHANGES,
  ),
  upgradable: true,
};

/**
 * The beta network's single signer. It signs for the guardians' emitter, so they must never be
 * trusted together: one key would count as much as 13 guardians.
 */
export const WORMHOLE_TESTNET: TrustProfile = {
  id: 'wormhole-testnet',
  name: BUILT_IN_NAMES.beta,
  isBuiltIn: true,
  emitterChain: PYTHNET,
  emitterAddress: PYTHNET_EMITTER,
  quorum: 'two-thirds',
  sets: [{ index: 0, keys: ['13947bd48b18e53fdaeee77f3473391ac727c638'], inUseSinceMs: 0 }],
  upgradable: false,
};

function applyChanges(first: SignerSet, changes: readonly Change[]): SignerSet[] {
  const sets = [first];
  let { keys } = first;
  for (const [position, [firstUsed, replaced]] of changes.entries()) {
    keys = keys.map((key, place) => replaced[place] ?? key);
    sets.push({ index: first.index + 1 + position, keys, inUseSinceMs: Date.parse(firstUsed) });
  }
  return sets;
}
