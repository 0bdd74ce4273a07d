import { messageDirection, messageLanguage } from '../../../base/locale/language.ts';
import { t } from '../../../base/locale/t.ts';
import type { ProofFile } from '../proof-file.ts';
import { html, type Html } from './html.ts';

export interface PageParts {
  /** The built script, preceded by its messages. */
  script: string;
  style: string;
}

/**
 * A page with data and a script that checks the data and draws the page from the result. Until
 * then, the page shows one sentence, so that no other markup can remain. It loads nothing.
 */
export async function proofPage(file: ProofFile, { script, style }: PageParts): Promise<string> {
  // These sequences would end the script or style, or change how it is parsed.
  if (/<\/(?:script|style)|<!--/i.test(script + style))
    throw new TypeError('This text cannot be inlined.');
  const policy = [
    "default-src 'none'",
    `script-src '${await hashOf(script)}'`,
    `style-src '${await hashOf(style)}'`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  const data = JSON.stringify(file).replaceAll('<', '\\u003c');
  const head = html`<meta charset="utf-8" />
    <meta http-equiv="Content-Security-Policy" content="${policy}" />`;
  const body = html`<p>${t('receipt.openInBrowser')}</p>
    ${element('script', script)} ${{ markup: `<script type="application/json">${data}</script>` }}`;
  return framed({ title: t('app.name'), head, style, body }).markup;
}

/** Shared by the saved page and the drawn one. */
export function framed({
  title,
  head = html``,
  style,
  body,
}: {
  title: string;
  head?: Html;
  style: string;
  body: Html;
}): Html {
  return html`<!doctype html>
    <html lang="${messageLanguage()}" dir="${messageDirection()}">
      <head>
        ${head}
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="referrer" content="no-referrer" />
        <title>${title}</title>
        ${element('style', style)}
      </head>
      <body>
        ${body}
      </body>
    </html> `;
}

/** The policy allows exactly this text, so a formatter must not add a space. */
function element(name: 'script' | 'style', text: string): Html {
  return { markup: `<${name}>${text}</${name}>` };
}

async function hashOf(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return `sha256-${new Uint8Array(digest).toBase64()}`;
}
