import { trustSettings } from '../../storage/values/settings.ts';
import type { SignedPrice } from '../../domain/signed-updates/signed-price.ts';
import { publishedSigners } from '../../domain/receipts/published-signers.ts';

/**
 * Announcements by which others can know these signers; empty if the signers are built in or the
 * user's own.
 */
export async function announcementsOf({ signers }: SignedPrice): Promise<readonly string[]> {
  const { upgrades } = await trustSettings.getValue();
  return publishedSigners(signers, upgrades)?.origin === 'announced' ? upgrades : [];
}
