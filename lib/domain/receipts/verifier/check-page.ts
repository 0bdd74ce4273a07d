import { isAsAsked } from './check-asked.ts';
import { checkPrice, type PriceResult } from './check-price.ts';
import { wrongValues } from './check-values.ts';
import { markDistant } from './check-time.ts';
import { textsIn } from './read-shown.ts';
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
  markDistant(page, results);
  const arePricesRight = results.length > 0 && results.every(({ failed }) => failed === null);
  const holds = arePricesRight && isAsked(page, results) && areValuesRight(page, results);
  setState(verdict, holds ? 'holds' : 'fails');
}

/** Whether the signed price meets the alert's condition, if the page says what it was. */
function isAsked(page: Document, [first]: readonly PriceResult[]): boolean {
  const asked = page.querySelector('[data-asked="level"]');
  const step = page.querySelector('[data-step="asked"]');
  // Either of them without the other: one was taken out.
  if (!asked && !step) return true;
  const { signed } = first ?? {};
  const isMet =
    asked !== null &&
    signed !== undefined &&
    isAsAsked(asked, { mantissa: signed.price, expo: signed.expo });
  if (step) setState(step, isMet ? 'passed' : 'failed');
  return isMet && step !== null;
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
    return { failed: 'format', origin: 'added' };
  }
}

/** Whether the values follow from the signed prices, if the page says what holdings are worth. */
function areValuesRight(page: Document, results: readonly PriceResult[]): boolean {
  const statement = page.querySelector('[data-statement="values"]');
  const step = page.querySelector('[data-step="values"]');
  if (!statement && !step && !page.querySelector('[data-line], [data-total]')) return true;
  const wrong = statement
    ? wrongValues(
        statement,
        results.flatMap(({ signed }) => signed ?? []),
      )
    : [];
  for (const line of wrong) setState(line, 'wrong');
  const isRight = statement !== null && wrong.length === 0 && areNumbered(page);
  if (step) setState(step, isRight ? 'passed' : 'failed');
  return isRight && step !== null;
}

/** Lines refer to prices by their number, so each must have the number of its place. */
function areNumbered(page: Document): boolean {
  const numbers = [...page.querySelectorAll('[data-price]')].map((price) =>
    textsIn(price).get('number')?.join(' '),
  );
  return numbers.every((number, index) => number === String(index + 1));
}

function showSigners(price: Element, { failed, signers, origin: how }: PriceResult): void {
  const origin = price.querySelector('[data-origin]');
  if (origin && failed !== 'signers') setState(origin, how);
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

/** Sets an element's state, and shows those of its parts that are for this state. */
function setState(element: Element, state: string): void {
  element.setAttribute('data-state', state);
  for (const part of element.querySelectorAll('[data-if]')) {
    part.toggleAttribute('hidden', part.getAttribute('data-if') !== state);
  }
}
