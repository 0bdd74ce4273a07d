import { domToCanvas } from 'modern-screenshot';
import { ExportError } from './errors.ts';
import { fitPicture, LONGEST_CANVAS_SIDE } from './picture-size.ts';
import { STYLE_PROPERTIES } from './style-properties.ts';

/** A PNG and its size in pixels. */
export interface Picture {
  blob: Blob;
  width: number;
  height: number;
  /** It is smaller than wanted: a canvas has at most 16,384 pixels a side. */
  isReduced: boolean;
}

/**
 * Draws an element, which has to stand in the page and be laid out, as it looks there.
 *
 * @param wantedScale pixels of the picture to a CSS pixel
 * @throws ExportError where the browser cannot
 */
export async function drawPicture(element: HTMLElement, wantedScale: number): Promise<Picture> {
  const width = Math.ceil(element.offsetWidth);
  const height = Math.ceil(element.offsetHeight);
  const { scale, isReduced } = fitPicture(width, height, wantedScale);
  const canvas = await domToCanvas(element, {
    width,
    height,
    scale,
    maximumCanvasSize: LONGEST_CANVAS_SIDE,
    backgroundColor: getComputedStyle(element).backgroundColor,
    // The pages have no web fonts and no pictures: nothing is to be fetched.
    font: false,
    includeStyleProperties: [...STYLE_PROPERTIES],
    features: { copyScrollbar: false },
    onCreateForeignObjectSvg: resetMargins,
    // Not the place beside the page where it stands.
    style: { position: 'static', inset: 'auto', transform: 'none' },
  });
  return { blob: await toPng(canvas), width: canvas.width, height: canvas.height, isReduced };
}

// The library leaves out what it takes for a browser's default. Firefox has no margins on headings in
// the quirky document that it looks that up in, and has them in the picture.
function resetMargins(svg: SVGSVGElement): void {
  const style = document.createElementNS('http://www.w3.org/2000/svg', 'style');
  style.textContent = '* { margin: 0; }';
  svg.prepend(style);
}

async function toPng(canvas: HTMLCanvasElement): Promise<Blob> {
  const { promise, resolve } = Promise.withResolvers<Blob | null>();
  canvas.toBlob(resolve, 'image/png');
  const blob = await promise;
  if (blob) return blob;
  throw new ExportError('The browser could not make a picture of this size. Choose a smaller one.');
}
