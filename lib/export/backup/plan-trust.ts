import { isDeepEqual } from '../../deep-equal.ts';
import { resolveProfiles, type TrustSettings } from '../../signed-updates/trust-settings.ts';
import { trustSettings } from '../../storage/settings.ts';
import { ExportError } from '../errors.ts';
import type { Backup } from './format.ts';
import { emptyPart, type ImportMode, type PartResult } from './plan-part.ts';
import { isOwn, valueIn, type StoredState } from './stored-state.ts';

/**
 * What an import does to the trusted signers. Set upgrades are verified again: a file can bring in
 * no set that the network did not sign.
 *
 * @throws ExportError where a profile or an upgrade is not acceptable
 */
export function planTrust(
  stored: StoredState,
  part: NonNullable<Backup['trust']>,
  mode: ImportMode,
): PartResult {
  const result = emptyPart('Trusted signers');
  const before = valueIn(stored, trustSettings);
  const after: TrustSettings =
    mode === 'merge' && isOwn(stored, trustSettings)
      ? merged(before, part)
      : { ...part, setsInUse: before.setsInUse };
  if (isDeepEqual(before, after)) return result;
  const { problems, refused } = resolveProfiles(after);
  const problem = problems[0] ?? refused[0]?.problem;
  if (problem !== undefined) {
    throw new ExportError(`The file’s trusted signers cannot be used. ${problem}`);
  }
  return {
    plan: { ...result.plan, ...compare(before, after) },
    writes: { [trustSettings.key]: after },
    notes: [],
  };
}

function merged(before: TrustSettings, part: NonNullable<Backup['trust']>): TrustSettings {
  const known = new Set(before.custom.map(({ name }) => name));
  return {
    ...before,
    upgrades: [...new Set([...before.upgrades, ...part.upgrades])],
    custom: [...before.custom, ...part.custom.filter(({ name }) => !known.has(name))],
  };
}

function compare(before: TrustSettings, after: TrustSettings) {
  const old = new Map(before.custom.map((profile) => [profile.name, profile]));
  const names = new Set(after.custom.map(({ name }) => name));
  const upgrades = after.upgrades.filter((text) => !before.upgrades.includes(text)).length;
  const lost = before.upgrades.filter((text) => !after.upgrades.includes(text)).length;
  return {
    added: [
      ...after.custom.filter(({ name }) => !old.has(name)).map(({ name }) => name),
      ...counted(upgrades, 'signer set upgrade'),
    ],
    removed: [
      ...before.custom.filter(({ name }) => !names.has(name)).map(({ name }) => name),
      ...counted(lost, 'signer set upgrade'),
    ],
    changed: [
      ...after.custom
        .filter((profile) => old.has(profile.name) && !isDeepEqual(old.get(profile.name), profile))
        .map(({ name }) => name),
      ...(before.beta === after.beta
        ? []
        : [`The beta network’s signer: ${after.beta ? 'trusted' : 'not trusted'}`]),
    ],
  };
}

function counted(count: number, noun: string): string[] {
  return count === 0 ? [] : [`${count} ${noun}${count === 1 ? '' : 's'}`];
}
