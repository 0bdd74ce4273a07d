import { isDeepEqual } from '../../../base/deep-equal.ts';
import { joinSentences } from '../../../base/locale/sentences.ts';
import { t } from '../../../base/locale/t.ts';
import { fitProfileName } from '../../../domain/signed-updates/trust/profile-name.ts';
import { profileProblemWords } from '../../../domain/signed-updates/trust/profile-problem-words.ts';
import { currentSet, quorumOf } from '../../../domain/signed-updates/trust/trust-profile.ts';
import {
  resolveProfiles,
  type ResolvedTrust,
  type TrustSettings,
} from '../../../domain/signed-updates/trust/trust-settings.ts';
import { upgradeWords } from '../../../domain/signed-updates/trust/upgrade-words.ts';
import { trustSettings } from '../../../storage/values/settings.ts';
import { plainText } from '../../../base/text/plain-text.ts';
import { ExportError } from '../../../base/save-error.ts';
import type { Backup } from './format.ts';
import {
  invalidAt,
  listChanges,
  planPart,
  type ListedChanges,
  type Import,
  type ImportedSigners,
  type PartResult,
} from './plan-part.ts';
import { isOwn, valueIn } from './stored-state.ts';

type TrustPart = NonNullable<Backup['trust']>;

/** Verifying one costs up to 19 curve operations. The network has a new set about once a year. */
export const MAX_UPGRADES = 4;

/**
 * Verifies set upgrades again, so a file cannot add a set that the network did not sign.
 * @throws ExportError if a profile or an upgrade is not acceptable
 */
export function planTrust(part: TrustPart, { stored, mode }: Import): PartResult {
  if (part.upgrades.length > MAX_UPGRADES) throw new ExportError(invalidAt('trust › upgrades'));
  const before = valueIn(stored, trustSettings);
  const wanted = withFittedNames(part);
  const after: TrustSettings =
    mode === 'merge' && isOwn(stored, trustSettings)
      ? merged(before, wanted)
      : { ...wanted, setsInUse: before.setsInUse };
  return planPart(t('signers.title'), trustSettings, {
    stored,
    after,
    changes: () => {
      const trust = resolveProfiles(after, 'stop');
      const problem = problemOf(trust, before);
      if (problem !== null) throw new ExportError(problem);
      const signers = importedSigners(trust, before);
      return { ...compare(before, after), ...(signers.length > 0 && { signers }) };
    },
  });
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

/** Why the file's signers cannot be used. Signers rejected before the import do not count. */
function problemOf({ problems, refused }: ResolvedTrust, before: TrustSettings): string | null {
  const bad = refused.find(({ draft }) => !before.custom.includes(draft));
  const [upgrade] = problems;
  if (upgrade !== undefined)
    return joinSentences([invalidAt('trust › upgrades'), upgradeWords(upgrade)]);
  if (bad === undefined) return null;
  const name = plainText(bad.name, 60) || t('signers.unnamed');
  return [invalidAt(`trust › ${name}`), ...bad.problems.map(profileProblemWords)].join(' ');
}

function importedSigners(
  { profiles, added }: ResolvedTrust,
  before: TrustSettings,
): ImportedSigners[] {
  const known = byName(before);
  return profiles
    .filter(({ id, name }) => added.has(id) && !isDeepEqual(known.get(name), added.get(id)))
    .map((profile) => {
      const { name, emitterChain, emitterAddress } = profile;
      const set = currentSet(profile);
      return { name, emitterChain, emitterAddress, keys: set.keys, quorum: quorumOf(profile, set) };
    });
}

function compare(before: TrustSettings, after: TrustSettings): ListedChanges {
  const profiles = listChanges([...byName(before)], [...byName(after)], {
    keyOf: ([name]) => name,
    wordsOf: ([name]) => name,
  });
  return {
    added: [...profiles.added, ...newUpgrades(before, after)],
    removed: [...profiles.removed, ...newUpgrades(after, before)],
    changed: [...profiles.changed, ...(before.beta === after.beta ? [] : [t('signers.beta')])],
  };
}

function byName({ custom }: TrustSettings): Map<string, TrustSettings['custom'][number]> {
  return new Map(custom.map((profile) => [fitProfileName(profile.name), profile]));
}

function newUpgrades(before: TrustSettings, after: TrustSettings): string[] {
  const count = after.upgrades.filter((text) => !before.upgrades.includes(text)).length;
  return count === 0 ? [] : [t('backup.change.upgrades', { count })];
}
