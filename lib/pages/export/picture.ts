import { domToCanvas } from 'modern-screenshot';
import { SaveError } from '../../base/save-error.ts';
import { fitPicture, LONGEST_CANVAS_SIDE } from './picture-size.ts';
import { STYLE_PROPERTIES } from './style-properties.ts';

/** A PNG and its size in pixels. */
export interface Picture {
  blob: Blob;
  width: number;
  height: number;
  /** The picture is smaller than wanted: a canvas has at most 16,384 pixels per side. */
  isReduced: boolean;
}

/**
 * Draws an element as it appears in the page. It must be in the document and laid out.
 *
 * @throws SaveError if the browser cannot draw it
 */
export async function drawPicture(element: HTMLElement): Promise<Picture> {
  const width = Math.ceil(element.offsetWidth);
  const height = Math.ceil(element.offsetHeight);
  const { scale, isReduced } = fitPicture(width, height);
  const canvas = await domToCanvas(element, {
    width,
    height,
    scale,
    maximumCanvasSize: LONGEST_CANVAS_SIDE,
    backgroundColor: getComputedStyle(element).backgroundColor,
    // The pages have no web fonts or images, so there is nothing to fetch.
    font: false,
    includeStyleProperties: [...STYLE_PROPERTIES],
    features: { copyScrollbar: false },
    onCreateForeignObjectSvg: resetMargins,
    // The element may be positioned off-screen; the picture must not inherit that.
    style: { position: 'static', inset: 'auto', transform: 'none' },
  });
  return { blob: await toPng(canvas), width: canvas.width, height: canvas.height, isReduced };
}

// The library omits properties that have the browser's default value. It reads the defaults from a
// document in quirks mode, where Firefox has no heading margins. The picture would then have them.
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
  throw new SaveError('pictureTooLarge');
}
