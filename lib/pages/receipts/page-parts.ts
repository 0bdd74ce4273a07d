import tokens from '../../../assets/tokens.css?raw';
import { readLicenses } from '../../base/about/read-licenses.ts';
import { formatLocale, messageLanguage } from '../../base/locale/language.ts';
import { SaveError } from '../../base/save-error.ts';
import { z } from '../../base/zod.ts';
import style from '../../domain/receipts/document/page.css?raw';
import type { PageParts } from '../../domain/receipts/document/proof-page.ts';

// Built from `entrypoints/receipt-verifier.ts`.
const VERIFIER = '/receipt-verifier.js';

/** Packages whose licenses require copies to contain them. */
const PACKAGES = /^(?:@noble\/|zod$)/;

const MESSAGES = new RegExp(
  `^(?:${[
    'receipt|proof|statement|checkFile_older|meta|app_name|export_update_bytes|signers_title',
    'alerts_(?:event|late|whileOffline)|attributes_feedId|chart_time|holdings_total|price_',
  ].join('|')})`,
);

const messagesSchema = z.record(z.string(), z.object({ message: z.string() }));

/**
 * Reads everything that a saved page contains besides its data.
 * @throws SaveError if the verifier's file is damaged
 */
export async function readPageParts(): Promise<PageParts> {
  const script = `${await readTexts()}\n${await readVerifier()}`;
  return { script, style: `${tokens}\n${style}` };
}

/** Lets the script read messages and the locale as extension pages do. */
async function readTexts(): Promise<string> {
  const response = await readFile(`/_locales/${messageLanguage().replace('-', '_')}/messages.json`);
  const all = Object.entries(messagesSchema.parse(await response.json()));
  const texts = Object.fromEntries(
    all.flatMap(([name, { message }]) =>
      MESSAGES.test(name) ? [[name, message.replaceAll('$$', '$')]] : [],
    ),
  );
  const values = [texts, formatLocale()].map((value) =>
    JSON.stringify(value).replaceAll('<', '\\u003c'),
  );
  return `{const m=${values[0]};globalThis.browser={runtime:{id:'-'},i18n:{getMessage:k=>m[k]??'',getUILanguage:()=>${values[1]}}}}`;
}

async function readVerifier(): Promise<string> {
  const response = await readFile(VERIFIER);
  const licenses = (await readLicenses()).filter(({ name }) => PACKAGES.test(name));
  const texts = licenses.map(({ name, version, text }) => `${name} ${version}\n${text}`);
  return `/*\n${texts.join('\n\n').replaceAll('*/', '')}\n*/\n${await response.text()}`;
}

async function readFile(path: string): Promise<Response> {
  const response = await fetch(path);
  if (!response.ok) throw new SaveError('unexpected');
  return response;
}
