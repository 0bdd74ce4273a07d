import tokens from '../../../assets/tokens.css?raw';
import { readLicenses } from '../../base/about/read-licenses.ts';
import { SaveError } from '../../base/save-error.ts';
import style from '../../domain/receipts/document/page.css?raw';
import type { PageParts } from '../../domain/receipts/document/proof-page.ts';

// The build makes it of `entrypoints/receipt-verifier.ts`.
const VERIFIER = '/receipt-verifier.js';

/** The packages in it. Their licenses ask that a copy of their code contains them. */
const PACKAGES = /^@noble\//;

/**
 * What a saved page contains besides its text.
 *
 * @throws SaveError if the verifier's file is damaged
 */
export async function readPageParts(): Promise<PageParts> {
  return { verifier: await readVerifier(), style: `${tokens}\n${style}` };
}

async function readVerifier(): Promise<string> {
  const response = await fetch(VERIFIER);
  if (!response.ok) throw new SaveError('unreadable');
  const licenses = (await readLicenses()).filter(({ name }) => PACKAGES.test(name));
  const texts = licenses.map(({ name, version, text }) => `${name} ${version}\n${text}`);
  return `/*\n${texts.join('\n\n').replaceAll('*/', '')}\n*/\n${await response.text()}`;
}
