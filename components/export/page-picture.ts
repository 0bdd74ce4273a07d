import { pageTheme, type BuiltPicture, type PictureTheme } from './picture-source.ts';

/** What can be used on a page is no use in a picture of it. */
const LEFT_OUT = 'button, input, select, textarea, dialog, [popover], [data-no-picture]';
const LONGEST_WAIT_MS = 500;

/**
 * Builds the picture of a part of the page from a copy of it. Charts are drawn in the picture's
 * theme first, and their canvases copied.
 */
export async function copyOfPage(element: HTMLElement, theme: PictureTheme): Promise<BuiltPicture> {
  const width = element.offsetWidth;
  const content = await inTheme(element, theme, () => copyWithCanvases(element));
  for (const left of content.querySelectorAll(LEFT_OUT)) left.remove();
  for (const named of content.querySelectorAll('[id]')) named.removeAttribute('id');
  content.classList.add('picture-copy');
  return { content, width, ...(element.parentElement ? { parent: element.parentElement } : {}) };
}

function copyWithCanvases(element: HTMLElement): HTMLElement {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a copy is of its original's type
  const copy = element.cloneNode(true) as HTMLElement;
  const canvases = copy.querySelectorAll('canvas');
  for (const [place, canvas] of element.querySelectorAll('canvas').entries()) {
    if (canvas.width > 0 && canvas.height > 0) {
      canvases[place]?.getContext('2d')?.drawImage(canvas, 0, 0);
    }
  }
  return copy;
}

/** Has the charts of an element draw themselves in a theme while `work` runs. */
async function inTheme<T>(element: HTMLElement, theme: PictureTheme, work: () => T): Promise<T> {
  if (theme === pageTheme() || !element.querySelector('canvas')) return work();
  const charts = [...element.querySelectorAll('canvas')].map(({ parentElement }) => parentElement);
  const places = [...new Set(charts)].filter((place) => place !== null);
  for (const { style } of places) style.colorScheme = theme;
  try {
    announceTheme();
    await nextFrames();
    return work();
  } finally {
    for (const { style } of places) style.colorScheme = '';
    announceTheme();
  }
}

// Charts look at their colours anew when the page's theme is written, if only to what it was.
function announceTheme(): void {
  const root = document.documentElement;
  const before = root.getAttribute('data-theme');
  root.setAttribute('data-theme', before ?? 'system');
  if (before === null) root.removeAttribute('data-theme');
}

// A chart draws in the frame after its colours change. A page that nobody sees has no frames.
async function nextFrames(): Promise<void> {
  for (let frame = 0; frame < 3; frame++) {
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, LONGEST_WAIT_MS);
    requestAnimationFrame(() => resolve());
    await promise;
    clearTimeout(timer);
  }
}
