import { isDeepEqual } from '../../deep-equal.ts';
import { fitProfileName } from '../../signed-updates/profile-name.ts';
import { profileProblemWords } from '../../signed-updates/profile-problem-words.ts';
import { currentSet, quorumOf, type TrustProfile } from '../../signed-updates/trust-profile.ts';
import {
  resolveProfiles,
  type ResolvedTrust,
  type TrustSettings,
} from '../../signed-updates/trust-settings.ts';
import { upgradeWords } from '../../signed-updates/upgrade-words.ts';
import { trustSettings } from '../../storage/settings.ts';
import { ExportError } from '../errors.ts';
import type { Backup } from './format.ts';
import { partResult, type ImportedSigners, type ImportMode, type PartResult } from './plan-part.ts';
import { isOwn, valueIn, type StoredState } from './stored-state.ts';

const TITLE = 'Trusted signers';

type TrustPart = NonNullable<Backup['trust']>;

/**
 * What an import does to the trusted signers. Signer set upgrades are verified again, so a file
 * cannot add a set that the network did not sign.
 *
 * @throws ExportError if a profile or an upgrade is not acceptable
 */
export function planTrust(stored: StoredState, part: TrustPart, mode: ImportMode): PartResult {
  const before = valueIn(stored, trustSettings);
  const wanted = withFittedNames(part);
  const after: TrustSettings =
    mode === 'merge' && isOwn(stored, trustSettings)
      ? merged(before, wanted)
      : { ...wanted, setsInUse: before.setsInUse };
  if (isDeepEqual(before, after)) return partResult(TITLE);
  const trust = resolveProfiles(after);
  const problem = problemOf(trust, before);
  if (problem !== undefined) {
    throw new ExportError(`The file’s trusted signers cannot be used. ${problem}`);
  }
  const signers = importedSigners(trust, before);
  return partResult(
    TITLE,
    { ...compare(before, after), ...(signers.length > 0 && { signers }) },
    trustSettings.entry(after),
  );
}

function withFittedNames(part: TrustPart): TrustPart {
  const custom = part.custom.map((each) => ({ ...each, name: fitProfileName(each.name) }));
  return { ...part, custom };
}

function merged(before: TrustSettings, part: TrustPart): TrustSettings {
  const known = byName(before);
  return {
    ...before,
    upgrades: [...new Set([...before.upgrades, ...part.upgrades])],
    custom: [...before.custom, ...part.custom.filter(({ name }) => !known.has(name))],
  };
}

/**
 * The first problem that the file causes. Signers already rejected before the import do not count.
 */
function problemOf({ problems, refused }: ResolvedTrust, before: TrustSettings) {
  const bad = refused.find(({ draft }) => !before.custom.includes(draft));
  const [upgrade] = problems;
  if (upgrade !== undefined) return upgradeWords(upgrade);
  return bad && bad.problems.map(profileProblemWords).join(' ');
}

function importedSigners(
  { profiles, added }: ResolvedTrust,
  before: TrustSettings,
): ImportedSigners[] {
  const known = byName(before);
  return profiles
    .filter(({ id, name }) => added.has(id) && !isDeepEqual(known.get(name), added.get(id)))
    .map(toImported);
}

function toImported(profile: TrustProfile): ImportedSigners {
  const { name, emitterChain, emitterAddress } = profile;
  const set = currentSet(profile);
  return { name, emitterChain, emitterAddress, keys: set.keys, quorum: quorumOf(profile, set) };
}

function compare(before: TrustSettings, after: TrustSettings) {
  const old = byName(before);
  const now = byName(after);
  const upgrades = after.upgrades.filter((text) => !before.upgrades.includes(text)).length;
  const removedUpgrades = before.upgrades.filter((text) => !after.upgrades.includes(text)).length;
  return {
    added: [
      ...[...now.keys()].filter((name) => !old.has(name)),
      ...counted(upgrades, 'signer set upgrade'),
    ],
    removed: [
      ...[...old.keys()].filter((name) => !now.has(name)),
      ...counted(removedUpgrades, 'signer set upgrade'),
    ],
    changed: [
      ...[...now]
        .filter(([name, profile]) => old.has(name) && !isDeepEqual(old.get(name), profile))
        .map(([name]) => name),
      ...(before.beta === after.beta
        ? []
        : [`The beta network’s signer: ${after.beta ? 'trusted' : 'not trusted'}`]),
    ],
  };
}

function byName({ custom }: TrustSettings): Map<string, TrustSettings['custom'][number]> {
  return new Map(custom.map((profile) => [fitProfileName(profile.name), profile]));
}

function counted(count: number, noun: string): string[] {
  return count === 0 ? [] : [`${count} ${noun}${count === 1 ? '' : 's'}`];
}
