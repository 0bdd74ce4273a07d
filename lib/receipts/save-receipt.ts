import tokens from '@/assets/tokens.css?raw';
import { readLicenses } from '../about/read-licenses.ts';
import { extensionVersion } from '../about/version.ts';
import { saveFile } from '../export/download.ts';
import { SaveError } from '../export/errors.ts';
import { fileName } from '../export/file-name.ts';
import { textFile } from '../export/files.ts';
import { toDecimal } from '../prices/decimal.ts';
import style from './document/page.css?raw';
import { receiptPage, type Receipt } from './document/receipt-page.ts';
import type { FoundReceipt } from './find-receipt.ts';

// The build makes it of `entrypoints/receipt-verifier.ts`.
const VERIFIER = '/receipt-verifier.js';

/** The packages in it. Their licenses ask that a copy of their code contains them. */
const PACKAGES = /^@noble\//;

/**
 * Saves the receipt of a firing: one page that checks its signed price itself, offline. Resolves with
 * the name of the file.
 *
 * @param symbol of the feed
 * @throws SaveError if the price or the verifier's file is damaged
 */
export async function saveReceipt(found: FoundReceipt, symbol: string): Promise<string> {
  const parts = { verifier: await readVerifier(), style: `${tokens}\n${style}` };
  const page = await receiptPage(toReceipt(found, symbol), parts);
  const atMs = found.firing.at;
  const name = fileName({ subject: symbol, what: 'receipt', atMs, extension: 'html' });
  await saveFile(name, textFile(name, page, 'html').blob);
  return name;
}

async function readVerifier(): Promise<string> {
  const response = await fetch(VERIFIER);
  if (!response.ok) throw new SaveError('unreadable');
  const licenses = (await readLicenses()).filter(({ name }) => PACKAGES.test(name));
  const texts = licenses.map(({ name, version, text }) => `${name} ${version}\n${text}`);
  return `/*\n${texts.join('\n\n').replaceAll('*/', '')}\n*/\n${await response.text()}`;
}

function toReceipt({ firing, price: stored, signedPrice }: FoundReceipt, name: string): Receipt {
  const { what, at, feedId } = firing;
  const { publishTime, expo } = stored;
  const price = toDecimal(stored.price, expo);
  const confidence = toDecimal(stored.conf, expo);
  if (!price || !confidence) throw new SaveError('damaged');
  const timeZone = Temporal.Now.timeZoneId();
  return {
    what,
    at,
    price: { feedId, name, price, confidence, publishTime, timeZone, signedPrice },
    version: extensionVersion(),
    madeAt: Date.now(),
  };
}
