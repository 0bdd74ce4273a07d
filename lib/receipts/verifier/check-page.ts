import { checkPrice, type PriceResult } from './check-price.ts';
import { setState } from './set-state.ts';
import { STEPS } from './steps.ts';

// This runs in the saved file, from disk and offline. It uses nothing but the page that it is in.

/** Checks every price that the page shows against its signed bytes, and shows the result. */
export function checkPage(page: Document): void {
  const verdict = page.querySelector('[data-verdict]');
  if (!verdict) return;
  if (!canCheck()) {
    setState(verdict, 'unable');
    return;
  }
  const prices = [...page.querySelectorAll('[data-price]')];
  const results = prices.map((price) => {
    const result = tryCheck(price);
    showSigners(price, result);
    return result;
  });
  showSteps(page, results);
  const holds = results.length > 0 && results.every(({ failed }) => failed === null);
  setState(verdict, holds ? 'holds' : 'fails');
}

/** Whether the browser has what reads the bytes. Without it, all of them would look damaged. */
function canCheck(): boolean {
  return 'fromHex' in Uint8Array && 'toHex' in Uint8Array.prototype;
}

/** Whatever goes wrong, a price that was not checked to its end does not hold. */
function tryCheck(price: Element): PriceResult {
  try {
    return checkPrice(price);
  } catch (error) {
    console.error(error);
    return { failed: 'format', isBuiltIn: false };
  }
}

function showSigners(price: Element, { failed, signers, isBuiltIn }: PriceResult): void {
  const origin = price.querySelector('[data-origin]');
  if (origin && failed !== 'signers') setState(origin, isBuiltIn ? 'built-in' : 'added');
  if (!signers) return;
  for (const [index, item] of price.querySelectorAll('[data-signer]').entries()) {
    setState(item, signers.includes(index) ? 'signed' : 'absent');
  }
}

/** A step has passed if it did for all prices. Those after a failed one were not reached. */
function showSteps(page: Document, results: readonly PriceResult[]): void {
  const failures = results.flatMap(({ failed }) => (failed === null ? [] : [failed]));
  const firstFailed = Math.min(...failures.map((step) => STEPS.indexOf(step)));
  for (const [index, step] of STEPS.entries()) {
    const item = page.querySelector(`[data-step="${step}"]`);
    if (!item) continue;
    if (failures.includes(step)) setState(item, 'failed');
    else if (index < firstFailed && results.length > 0) setState(item, 'passed');
  }
}
