import tokens from '../../../assets/tokens.css?raw';
import { checkProof } from '../../domain/receipts/check-proof.ts';
import { drawnProof } from '../../domain/receipts/document/drawn-proof.ts';
import style from '../../domain/receipts/document/page.css?raw';
import { framed } from '../../domain/receipts/document/proof-page.ts';
import { resolveProfiles } from '../../domain/signed-updates/trust/trust-settings.ts';
import { trustSettings } from '../../storage/values/settings.ts';
import { readProof } from './read-proof.ts';

/**
 * Checks a receipt or statement with the extension's verifier and the user's signers. Returns a
 * page without a script.
 * @throws ProofFileError if it is too large or damaged
 */
export async function checkFile(file: Blob): Promise<string> {
  const data = await readProof(file);
  const { profiles } = resolveProfiles(await trustSettings.getValue());
  const page = drawnProof(data, checkProof(data, profiles), { isOwnCheck: false });
  return framed({ ...page, style: `${tokens}\n${style}` }).markup;
}
