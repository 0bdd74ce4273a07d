import { checkProof } from './check-proof.ts';
import { drawnProof, pageOf, verdictPart, type DrawnPage } from './document/drawn-proof.ts';
import { framed } from './document/proof-page.ts';
import { proofFileSchema } from './proof-file.ts';

// Runs in the saved file, offline. An element named like a method hides the document's method, so
// the prototype's methods are used.

/** Replaces the whole page with the checked content. */
export function openProof(page: Document): void {
  const [style = ''] = textsOf(page, 'style');
  const { title, body } = drawn(textsOf(page, 'script[type="application/json"]'));
  const { markup } = framed({ title, style, body });
  const shown = new DOMParser().parseFromString(markup, 'text/html');
  const root = Document.prototype.querySelector.call(page, ':root');
  if (root) Node.prototype.replaceChild.call(page, shown.documentElement, root);
}

/** @param blocks blocks of data, of which there must be exactly one */
export function drawn(blocks: readonly string[]): DrawnPage {
  // Without this method, all bytes would appear damaged.
  if (!('fromBase64' in Uint8Array)) return pageOf('app.name', verdictPart('unable'));
  const [data = '', ...others] = blocks;
  try {
    if (others.length > 0) throw new TypeError('There are several blocks of data.');
    const file = proofFileSchema.parse(JSON.parse(data));
    return drawnProof(file, checkProof(file), { isOwnCheck: true });
  } catch (error) {
    console.error(error);
    return pageOf('app.name', verdictPart('damaged'));
  }
}

function textsOf(page: Document, selector: string): string[] {
  const found = Document.prototype.querySelectorAll.call(page, selector);
  return Array.from(found, ({ textContent }) => textContent);
}
