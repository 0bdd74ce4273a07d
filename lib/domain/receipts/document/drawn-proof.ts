import { t } from '../../../base/locale/t.ts';
import { STEPS, type CheckedProof, type Step } from '../check-proof.ts';
import type { ProofFile } from '../proof-file.ts';
import { checkedPrice } from './checked-price.ts';
import { html, type Html } from './html.ts';
import { ownerWords } from './owner-words.ts';

/** The page that replaces a saved page. */
export interface DrawnPage {
  title: string;
  body: Html;
}

const HEADINGS = {
  receipt: 'receipt.heading',
  statement: 'statement.heading',
  prices: 'app.name',
} as const;

/**
 * Draws everything that a checked file shows.
 * @param isOwnCheck whether the file's own script made the check
 */
export function drawnProof(
  file: ProofFile,
  checked: CheckedProof,
  { isOwnCheck }: { isOwnCheck: boolean },
): DrawnPage {
  const { prices, verdict } = checked;
  const holdsText =
    file.about.kind === 'receipt' ? 'receipt.verdict.holdsText' : 'statement.pricesHold';
  const parts = html`${verdictPart(verdict, verdict === 'holds' ? t(holdsText) : undefined)}
  ${prices.map((price, index) =>
    checkedPrice(price, file.prices[index]!.signed, prices.length > 1 ? index + 1 : null),
  )}
  ${ownerWords(file, checked)} ${stepsPart(checked, isOwnCheck)}`;
  return pageOf(HEADINGS[file.about.kind], parts);
}

export function pageOf(heading: (typeof HEADINGS)[keyof typeof HEADINGS], parts: Html): DrawnPage {
  const body = html`<main data-drawn>
    <header>
      ${heading === 'app.name' ? html`` : html`<p class="brand" translate="no">${t('app.name')}</p>`}
      <h1>${t(heading)}</h1>
    </header>
    ${parts}
  </main>`;
  return { title: t(heading), body };
}

/** `unable`: the browser cannot check; `damaged`: the file has no usable data. */
export function verdictPart(
  state: CheckedProof['verdict'] | 'unable' | 'damaged',
  text: string = t(`receipt.verdict.${state}Text`),
): Html {
  return html`<section class="verdict" role="status" data-verdict data-state="${state}">
    <p class="word">${t(`receipt.verdict.${state}`)}</p>
    <p>${text}</p>
  </section>`;
}

/** Steps after a failed one were not reached. */
function stepsPart({ failed, asked }: CheckedProof, isOwnCheck: boolean): Html {
  const steps = STEPS.filter((step) => step !== 'asked' || asked !== null);
  const stateOf = (step: Step): 'passed' | 'failed' | 'unchecked' => {
    if (failed === null || STEPS.indexOf(step) < STEPS.indexOf(failed)) return 'passed';
    return step === failed ? 'failed' : 'unchecked';
  };
  return html`<section class="how">
    <h2>${t('receipt.how.title')}</h2>
    <ol>
      ${steps.map(
        (step) =>
          html`<li data-step="${step}" data-state="${stateOf(step)}">
            <span>${t(`receipt.how.${step}`)}</span>
            <b>${t(`receipt.how.${stateOf(step)}`)}</b>
          </li> `,
      )}
    </ol>
    ${isOwnCheck ? html`<p class="hint">${t('receipt.how.hint')}</p>` : html``}
  </section>`;
}
