import { trustSettings } from '../../storage/values/settings.ts';
import type { SignedPrice } from '../../domain/signed-updates/signed-price.ts';
import { knownSigners } from '../../domain/receipts/known-signers.ts';

/**
 * The networks' announcements that make these signers known, for a file that others open; none if
 * they are built in, or if the user added them.
 */
export async function announcementsOf({ signers }: SignedPrice): Promise<readonly string[]> {
  const { upgrades } = await trustSettings.getValue();
  return knownSigners(signers, upgrades)?.origin === 'announced' ? upgrades : [];
}
