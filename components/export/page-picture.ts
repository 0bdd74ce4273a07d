import { WANTED_SCALE } from '@/lib/pages/export/picture-size.ts';
import type { BuiltPicture } from './picture-source.ts';
import { pictureElement } from './picture-element.ts';
import styles from './picture.module.css';

/** Elements that a picture leaves out: controls, and whatever is marked with `data-no-picture`. */
const EXCLUDED = 'button, input, select, textarea, dialog, [popover], [data-no-picture]';
const MAX_WAIT_MS = 500;

/**
 * Builds a picture of a part of the page from a copy of it. Charts are first drawn in the picture's
 * resolution, and their canvases are then copied.
 */
export async function copyOfPage(element: HTMLElement): Promise<Omit<BuiltPicture, 'feedIds'>> {
  const width = element.offsetWidth;
  const content = await withCharts(element, () => copyWithCanvases(element));
  replaceSelects(element, content);
  for (const excluded of content.querySelectorAll(EXCLUDED)) excluded.remove();
  for (const named of content.querySelectorAll('[id]')) named.removeAttribute('id');
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

function copyWithCanvases(element: HTMLElement): HTMLElement {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a clone has its original's type
  const copy = element.cloneNode(true) as HTMLElement;
  for (const chart of chartsIn(copy)) chart.style.zoom = '';
  const canvases = copy.querySelectorAll('canvas');
  for (const [place, canvas] of element.querySelectorAll('canvas').entries()) {
    if (canvas.width > 0 && canvas.height > 0) {
      canvases[place]?.getContext('2d')?.drawImage(canvas, 0, 0);
    }
  }
  return copy;
}

// Replaces each select with its chosen text, which explains a number, as in "Compare with".
function replaceSelects(element: HTMLElement, copy: HTMLElement): void {
  const choices = copy.querySelectorAll('select');
  for (const [place, { selectedOptions }] of element.querySelectorAll('select').entries()) {
    const words = selectedOptions[0]?.text ?? '';
    choices[place]?.replaceWith(pictureElement('span', styles.choice, words));
  }
}

/** Runs `work` while the element's charts are drawn for the picture, then restores them. */
async function withCharts<T>(element: HTMLElement, work: () => T): Promise<T> {
  const charts = chartsIn(element);
  if (charts.length === 0) return work();
  const restore = charts.map((chart) => zoomBy(WANTED_SCALE / pixelRatioOf(chart), chart));
  try {
    await nextFrames();
    return work();
  } finally {
    for (const undo of restore) undo();
  }
}

function chartsIn(element: HTMLElement): HTMLElement[] {
  const places = [...element.querySelectorAll('canvas')].map(
    (canvas) => canvas.closest('.tv-lightweight-charts')?.parentElement ?? canvas.parentElement,
  );
  return [...new Set(places)].filter((place) => place !== null);
}

function pixelRatioOf(chart: HTMLElement): number {
  const canvas = chart.querySelector('canvas');
  const ratio = canvas ? canvas.width / canvas.clientWidth : 0;
  return Number.isFinite(ratio) && ratio > 0 ? ratio : devicePixelRatio;
}

/** Sets a chart's resolution by `zoom`; returns a function that resets it. */
function zoomBy(zoom: number, chart: HTMLElement): () => void {
  const before = chart.style.cssText;
  const { clientWidth, clientHeight, style } = chart;
  style.width = `${clientWidth}px`;
  style.height = `${clientHeight}px`;
  style.zoom = String(zoom);
  return () => {
    style.cssText = before;
  };
}

// A chart redraws in the frame after its size changes. A hidden page has no frames: use a timeout.
async function nextFrames(): Promise<void> {
  for (let frame = 0; frame < 3; frame++) {
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, MAX_WAIT_MS);
    requestAnimationFrame(() => resolve());
    await promise;
    clearTimeout(timer);
  }
}
