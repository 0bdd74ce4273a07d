import { extensionVersion } from '../../base/about/version.ts';
import { fileName } from '../export/file-name.ts';
import { saveFile, textFile } from '../export/files.ts';
import { announcementsOf } from './announcements.ts';
import { proofPage } from '../../domain/receipts/document/proof-page.ts';
import type { ProofFile } from '../../domain/receipts/proof-file.ts';
import type { FoundReceipt } from './find-receipt.ts';
import { readPageParts } from './page-parts.ts';

/**
 * Saves a page that checks its signed price itself, offline. Resolves with the file's name.
 * @param symbol the feed's symbol
 * @throws SaveError if the verifier's file is damaged
 */
export async function saveReceipt(found: FoundReceipt, symbol: string): Promise<string> {
  const parts = await readPageParts();
  const page = await proofPage(await toFile(found, symbol), parts);
  const atMs = found.firing.at;
  const name = fileName({ subject: symbol, what: 'receipt', atMs, extension: 'html' });
  await saveFile(textFile(name, page, 'html'));
  return name;
}

async function toFile({ firing, signedPrice }: FoundReceipt, name: string): Promise<ProofFile> {
  const { what, at } = firing;
  return {
    prices: [{ name, signed: signedPrice }],
    announcements: [...(await announcementsOf(signedPrice))],
    about: { kind: 'receipt', what, at: Math.floor(at) },
    version: extensionVersion(),
    madeAt: Date.now(),
  };
}
