import type { Page } from 'puppeteer-core';

/** A watchlist row of the popup. */
export interface PopupRow {
  /** The feed's display symbol: the row's accessible name. */
  name: string;
  /** The exact decimal; `null`: no price yet. */
  value: string | null;
  /** The price as displayed. */
  text: string;
  /** All other texts of the row in reading order, with text alternatives for marks, and what the price's tooltip says of its proof. */
  notes: string[];
}

export interface PopupView {
  connection: string;
  rows: PopupRow[];
}

/** Reads the watchlist from the popup as assistive technology would, in any language. */
export function readPopup(page: Page): Promise<PopupView> {
  return page.evaluate(readDocument);
}

// Runs in the page, without access to this module.
/* oxlint-disable unicorn/consistent-function-scoping */
function readDocument(): PopupView {
  const list = document.querySelector('[data-part="watchlist"]');
  const status = document.querySelector('[data-part="connection"]');
  const rows = [...(list?.querySelectorAll('li[aria-label]') ?? [])].map((item): PopupRow => {
    const price = item.querySelector<HTMLDataElement>('[data-part="price"]');
    return {
      name: item.getAttribute('aria-label') ?? '',
      value: price !== null && price.value !== '' ? price.value : null,
      text: clean(price?.textContent),
      notes: [...words(item), ...proofOf(price)].filter(
        (word) => word !== item.getAttribute('aria-label'),
      ),
    };
  });
  const parts = status ? words(status).filter((word) => word !== '·') : [];
  return { connection: parts.join(' · '), rows };

  // The price's tooltip begins with the exact price.
  function proofOf(price: Element | null): string[] {
    const [, ...proof] = (price?.getAttribute('title') ?? '').split(' · ');
    return proof.length > 0 ? [proof.join(' · ')] : [];
  }

  function words(element: Element): string[] {
    const found: string[] = [];
    collect(element, found);
    return found;
  }

  // What assistive technology would read, without the row's own controls and the price itself.
  function collect(element: Element, found: string[]): void {
    for (const child of element.childNodes) {
      if (child instanceof Text) {
        if (clean(child.data) !== '') found.push(clean(child.data));
      } else if (child instanceof Element && !isSkipped(child)) {
        const alternative = alternativeOf(child);
        if (alternative === null) collect(child, found);
        else if (clean(alternative) !== '') found.push(clean(alternative));
      }
    }
  }

  // The tooltip has the reason for what is unusual.
  function alternativeOf(child: Element): string | null {
    if (child.matches('[data-part="exception"]')) return child.getAttribute('title');
    if (!child.matches('[role="img"], img')) return null;
    return child.getAttribute('aria-label') ?? child.getAttribute('alt');
  }

  function isSkipped(element: Element): boolean {
    return element.matches(
      'button, [role="menu"], style, [hidden], [aria-hidden="true"], [data-part="price"]',
    );
  }

  function clean(text: string | null | undefined): string {
    return (text ?? '').replaceAll(/\s+/g, ' ').trim();
  }
}

/* oxlint-enable unicorn/consistent-function-scoping */

/** The view as lines of text. */
export function formatPopup({ connection, rows }: PopupView, now: Date): string {
  const nameWidth = Math.max(0, ...rows.map(({ name }) => name.length));
  const valueWidth = Math.max(0, ...rows.map(({ value }) => (value ?? '–').length));
  const textWidth = Math.max(0, ...rows.map(({ text }) => text.length));
  const lines = rows.map(({ name, value, text, notes }) =>
    [
      ` ${name.padEnd(nameWidth)}`,
      (value ?? '–').padStart(valueWidth),
      text.padStart(textWidth),
      notes.join(' · '),
    ].join('  '),
  );
  const time = now.toTimeString().slice(0, 8);
  return [`${time}  Connection: ${connection || 'unknown'}`, ...lines].join('\n');
}
