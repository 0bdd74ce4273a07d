import type { BuiltPicture } from './picture-source.ts';
import { pictureElement } from './picture-element.ts';
import styles from './picture.module.css';

/** Elements that a picture leaves out: controls, and whatever is marked with `data-no-picture`. */
const EXCLUDED = 'button, input, select, textarea, dialog, [popover], [data-no-picture]';

/** Builds a picture of a part of the page from a copy of it. */
export function copyOfPage(element: HTMLElement): Omit<BuiltPicture, 'feedIds'> {
  const width = element.offsetWidth;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a clone has its original's type
  const content = element.cloneNode(true) as HTMLElement;
  replaceSelects(element, content);
  for (const excluded of content.querySelectorAll(EXCLUDED)) excluded.remove();
  // A chart refers to its own parts.
  for (const named of content.querySelectorAll('[id]:not(svg [id])')) named.removeAttribute('id');
  for (const rolled of content.querySelectorAll('[data-from]')) {
    rolled.replaceWith(rolled.textContent);
  }
  for (const link of content.querySelectorAll('a[href]')) link.removeAttribute('href');
  for (const chart of content.querySelectorAll<HTMLElement>('[data-picture="chart"]')) {
    chart.before(pictureElement('div', styles.caption, chartLabel(chart)));
  }
  content.className += ` ${styles.copy}`;
  return { content, width, ...(element.parentElement ? { parent: element.parentElement } : {}) };
}

function chartLabel(chart: HTMLElement): string {
  return chart.querySelector('[role="slider"]')?.ariaLabel ?? '';
}

// Replaces each select with its chosen text, which explains a number, as in "Compare with".
function replaceSelects(element: HTMLElement, copy: HTMLElement): void {
  const choices = copy.querySelectorAll('select');
  for (const [place, { selectedOptions }] of element.querySelectorAll('select').entries()) {
    const words = selectedOptions[0]?.text ?? '';
    choices[place]?.replaceWith(pictureElement('span', styles.choice, words));
  }
}
