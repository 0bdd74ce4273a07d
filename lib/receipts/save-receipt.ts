import tokens from '@/assets/tokens.css?raw';
import { extensionVersion } from '../about/version.ts';
import type { Firing } from '../alerts/model/firing.ts';
import { saveFile } from '../export/download.ts';
import { SaveError } from '../export/errors.ts';
import { fileName } from '../export/file-name.ts';
import { textFile } from '../export/files.ts';
import { toDecimal } from '../prices/decimal.ts';
import style from './document/page.css?raw';
import { receiptPage, type Receipt } from './document/receipt-page.ts';
import { findReceipt } from './find-receipt.ts';
import type { SignedPrice } from './signed-price.ts';

// The build makes it of `entrypoints/receipt-verifier.ts`.
const VERIFIER = '/receipt-verifier.js';

/**
 * Saves the receipt of a firing: one page that checks its signed price itself, offline. Resolves with
 * the name of the file.
 *
 * @param symbol of the feed
 * @throws SaveError if the firing has no signed price
 */
export async function saveReceipt(firing: Firing, symbol: string): Promise<string> {
  const signedPrice = await findReceipt(firing);
  if (typeof signedPrice === 'string') throw new SaveError('noSignedBytes');
  const [receipt, verifier] = [toReceipt(firing, signedPrice, symbol), await readVerifier()];
  const page = await receiptPage(receipt, { verifier, style: `${tokens}\n${style}` });
  const name = fileName({ subject: symbol, what: 'receipt', atMs: firing.at, extension: 'html' });
  await saveFile(name, textFile(name, page, 'html').blob);
  return name;
}

async function readVerifier(): Promise<string> {
  const response = await fetch(VERIFIER);
  if (!response.ok) throw new SaveError('unreadable');
  return response.text();
}

function toReceipt(firing: Firing, signedPrice: SignedPrice, name: string): Receipt {
  const { what, at, feedId, price: stored } = firing;
  const price = stored && toDecimal(stored.price, stored.expo);
  const confidence = stored && toDecimal(stored.conf, stored.expo);
  if (!price || !confidence) throw new SaveError('noSignedBytes');
  const timeZone = Temporal.Now.timeZoneId();
  const { publishTime } = stored;
  return {
    what,
    at,
    price: { feedId, name, price, confidence, publishTime, timeZone, signedPrice },
    version: extensionVersion(),
    madeAt: Date.now(),
  };
}
