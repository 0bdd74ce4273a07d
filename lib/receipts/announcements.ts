import { trustSettings } from '../storage/settings.ts';
import type { SignedPrice } from './signed-price.ts';
import { knownSigners } from './verifier/known-signers.ts';

/**
 * The networks' announcements that make these signers known, for a file that others open; none if
 * they are built in, or if the user added them.
 */
export async function announcementsOf({ signers }: SignedPrice): Promise<readonly string[]> {
  const { upgrades } = await trustSettings.getValue();
  return knownSigners(signers, upgrades)?.origin === 'announced' ? upgrades : [];
}
