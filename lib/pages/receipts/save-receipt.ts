import { extensionVersion } from '../../base/about/version.ts';
import { SaveError } from '../../base/save-error.ts';
import { fileName } from '../export/file-name.ts';
import { saveFile, textFile } from '../export/files.ts';
import { announcementsOf } from './announcements.ts';
import { toDecimal } from '../../domain/prices/decimal.ts';
import { receiptPage, type Receipt } from '../../domain/receipts/document/receipt-page.ts';
import type { FoundReceipt } from './find-receipt.ts';
import { readPageParts } from './page-parts.ts';

/**
 * Saves the receipt of a firing: one page that checks its signed price itself, offline. Resolves with
 * the name of the file.
 *
 * @param symbol of the feed
 * @throws SaveError if the price or the verifier's file is damaged
 */
export async function saveReceipt(found: FoundReceipt, symbol: string): Promise<string> {
  const parts = await readPageParts();
  const page = await receiptPage(await toReceipt(found, symbol), parts);
  const atMs = found.firing.at;
  const name = fileName({ subject: symbol, what: 'receipt', atMs, extension: 'html' });
  saveFile(textFile(name, page, 'html'));
  return name;
}

async function toReceipt(
  { firing, price: stored, signedPrice }: FoundReceipt,
  name: string,
): Promise<Receipt> {
  const { what, at, feedId } = firing;
  const { publishTime, expo } = stored;
  const price = toDecimal(stored.price, expo);
  const confidence = toDecimal(stored.conf, expo);
  if (!price || !confidence) throw new SaveError('damaged');
  const announcements = await announcementsOf(signedPrice);
  const timeZone = Temporal.Now.timeZoneId();
  return {
    what,
    at,
    price: { feedId, name, price, confidence, publishTime, timeZone, signedPrice, announcements },
    version: extensionVersion(),
    madeAt: Date.now(),
  };
}
