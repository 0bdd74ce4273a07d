import { messageDirection, messageLanguage } from '../../../base/locale/language.ts';
import { t } from '../../../base/locale/t.ts';
import { STEPS, type PageStep } from '../verifier/steps.ts';
import { html, type Html } from './html.ts';

/** What a page of checked prices consists of, apart from the frame that all of them share. */
export interface ProofPage {
  title: string;
  heading: string;
  /** What the page is about, above the prices. */
  lead: Html;
  /** See `checkedPrice`. */
  prices: readonly Html[];
  /** What the check has shown if the page holds. */
  holdsText: string;
  /** What the page is checked for besides its prices. */
  checks: readonly PageStep[];
  /** By whom and when the page was made. */
  made: string;
}

/** The texts that make the page independent of any other file. */
export interface PageParts {
  /** The built verifier: a script that runs by itself. */
  verifier: string;
  style: string;
}

/**
 * A page that checks itself: it contains the verifier, which compares every price that the page
 * shows with its signed bytes when the page is opened. It loads nothing, and nothing but the
 * verifier runs in it.
 */
export async function proofPage(page: ProofPage, { verifier, style }: PageParts): Promise<string> {
  // These would end the script or the style, or have the rest of it read differently.
  if (/<\/s|<!--/i.test(verifier + style)) throw new TypeError('This text cannot be inlined.');
  const policy = [
    "default-src 'none'",
    `script-src '${await hashOf(verifier)}'`,
    `style-src '${await hashOf(style)}'`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  const { markup } = html`<!doctype html>
    <html lang="${messageLanguage()}" dir="${messageDirection()}">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content="${policy}" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="referrer" content="no-referrer" />
        <title>${page.title}</title>
        ${element('style', style)}
      </head>
      <body>
        <main>
          <header>
            <p class="brand" translate="no">${t('app.name')}</p>
            <h1>${page.heading}</h1>
          </header>
          ${verdict(page)} ${page.lead} ${page.prices} ${steps(page)}
        </main>
        <footer>${page.made}</footer>
        ${element('script', verifier)}
      </body>
    </html> `;
  return markup;
}

/** The policy allows exactly this text: no formatter may add a space. */
function element(name: 'script' | 'style', text: string): Html {
  return { markup: `<${name}>${text}</${name}>` };
}

async function hashOf(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return `sha256-${new Uint8Array(digest).toBase64()}`;
}

const VERDICTS = ['unchecked', 'holds', 'fails', 'unable'] as const;

function verdict({ holdsText }: ProofPage): Html {
  return html`<section class="verdict" role="status" data-verdict data-state="unchecked">
    ${VERDICTS.map(
      (state) =>
        html`<div data-if="${state}" ${hiddenUnless(state === 'unchecked')}>
          <p class="word">${t(`receipt.verdict.${state}`)}</p>
          <p>${state === 'holds' ? holdsText : t(`receipt.verdict.${state}Text`)}</p>
        </div> `,
    )}
  </section>`;
}

/** The steps of the check, with the results that the verifier fills in. */
function steps({ checks }: ProofPage): Html {
  return html`<section class="how">
    <h2>${t('receipt.how.title')}</h2>
    <ol>
      ${[...STEPS, ...checks].map(
        (step) =>
          html`<li data-step="${step}" data-state="unchecked">
            <span>${t(`receipt.how.${step}`)}</span>
            ${(['unchecked', 'passed', 'failed'] as const).map(
              (state) =>
                html`<b data-if="${state}" ${hiddenUnless(state === 'unchecked')}
                  >${t(`receipt.how.${state}`)}</b
                >`,
            )}
          </li> `,
      )}
    </ol>
    <p class="hint">${t('receipt.how.hint')}</p>
  </section>`;
}

/** The attribute of a part that is not for the first state of its element. */
function hiddenUnless(isShown: boolean): Html {
  return { markup: isShown ? '' : ' hidden' };
}
