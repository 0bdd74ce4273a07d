import { fitProfileName, profileNameProblem } from './profile-name.ts';
import { type ProfileProblem, keyProblem } from './profile-problem.ts';
import { signersName } from './signers-name.ts';
import { BUILT_IN_NAMES } from './built-in-names.ts';
import type { TrustProfile } from './trust-profile.ts';

const MAX_CHAIN = 0xffff;
const MAX_SET_INDEX = 0xffff_ffff;
const ADDRESS = /^(?:0x)?([0-9a-f]{64})$/i;
const KEY = /^(?:0x)?([0-9a-f]{40})$/i;

/** As the user entered it. */
export interface CustomProfile {
  name: string;
  emitterChain: number;
  /** 64 hex digits, `0x` allowed. */
  emitterAddress: string;
  /** 40 hex digits each, `0x` allowed, in the order of the signer set. */
  keys: readonly string[];
  quorum: number;
  /** As stated in the updates. */
  setIndex: number;
}

/**
 * Checks and converts a custom profile. Two profiles must not share an emitter or a name, or weaker
 * signers could pass for stronger ones. Look-alike names count as the same.
 * @param others all other profiles
 */
export function checkCustomProfile(
  draft: CustomProfile,
  others: readonly TrustProfile[],
): { profile: TrustProfile } | { problems: ProfileProblem[] } {
  const emitterAddress = ADDRESS.exec(draft.emitterAddress.trim())?.[1]?.toLowerCase();
  const keys = draft.keys.map((key) => KEY.exec(key.trim())?.[1]?.toLowerCase() ?? '');
  const problems: ProfileProblem[] = [
    ...nameProblems(draft, others),
    ...addressProblems(emitterAddress),
    ...numberProblems(draft),
    ...keysProblems(keys),
  ];
  const owner = others.find(
    (each) => each.emitterChain === draft.emitterChain && each.emitterAddress === emitterAddress,
  );
  if (owner !== undefined) {
    problems.push({ field: 'emitterAddress', code: 'emitter-taken', name: owner.name });
  }
  if (problems.length > 0 || emitterAddress === undefined) return { problems };
  return { profile: toProfile(draft, emitterAddress, keys) };
}

function nameProblems(draft: CustomProfile, others: readonly TrustProfile[]): ProfileProblem[] {
  // Including those not trusted now: the beta profile and the guardians never are at the same time.
  const builtIn = Object.values(BUILT_IN_NAMES).flatMap((name) => [name, signersName(name)]);
  const names = [...others.map(({ name }) => name), ...builtIn];
  const problem = profileNameProblem(fitProfileName(draft.name), names);
  return problem === null ? [] : [{ field: 'name', ...problem }];
}

function addressProblems(emitterAddress: string | undefined): ProfileProblem[] {
  return emitterAddress === undefined ? [{ field: 'emitterAddress', code: 'emitter-format' }] : [];
}

function numberProblems(draft: CustomProfile): ProfileProblem[] {
  const ranges = [
    { field: 'emitterChain', from: 0, to: MAX_CHAIN },
    { field: 'setIndex', from: 0, to: MAX_SET_INDEX },
    { field: 'quorum', from: 1, to: Math.max(1, draft.keys.length) },
  ] as const;
  return ranges
    .filter(({ field, from, to }) => !isIntegerBetween(draft[field], from, to))
    .map((range) => ({ ...range, code: 'range' }));
}

function keysProblems(keys: readonly string[]): ProfileProblem[] {
  const malformed = keys.indexOf('');
  if (malformed !== -1) return [{ field: 'keys', code: 'key-format', signer: malformed }];
  const problem = keyProblem(keys);
  return problem === null ? [] : [{ field: 'keys', code: 'keys', keys: problem }];
}

function isIntegerBetween(value: number, least: number, most: number): boolean {
  return Number.isInteger(value) && value >= least && value <= most;
}

function toProfile(draft: CustomProfile, emitterAddress: string, keys: string[]): TrustProfile {
  return {
    id: `custom-${draft.emitterChain}-${emitterAddress}`,
    name: fitProfileName(draft.name),
    isBuiltIn: false,
    emitterChain: draft.emitterChain,
    emitterAddress,
    quorum: draft.quorum,
    sets: [{ index: draft.setIndex, keys, inUseSinceMs: null }],
    upgradable: false,
  };
}
