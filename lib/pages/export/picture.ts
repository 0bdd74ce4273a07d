import { domToCanvas } from 'modern-screenshot';
import { SaveError } from '../../base/save-error.ts';
import { fitPicture, LONGEST_CANVAS_SIDE } from './picture-size.ts';

/**
 * The style properties that a picture needs. Browsers have about 400; copying all of them for each
 * element of a long list takes more than twice as long.
 */
const STYLE_PROPERTIES: readonly string[] = [
  ['display', 'position', 'top', 'right', 'bottom', 'left', 'z-index', 'float', 'zoom'],
  ['box-sizing', 'width', 'height', 'min-width', 'min-height', 'max-width', 'max-height'],
  sides((side) => [`margin-${side}`, `padding-${side}`]),
  sides((side) => ['width', 'style', 'color'].map((what) => `border-${side}-${what}`)),
  ['top-left', 'top-right', 'bottom-left', 'bottom-right'].map((at) => `border-${at}-radius`),
  ['background-color', 'background-image', 'background-size', 'background-repeat'],
  ['background-position-x', 'background-position-y', 'background-clip'],
  ['color', 'opacity', 'visibility', 'overflow-x', 'overflow-y', 'clip-path', 'box-shadow'],
  ['flex-direction', 'flex-wrap', 'flex-grow', 'flex-shrink', 'flex-basis', 'order'],
  ['align-items', 'align-content', 'align-self'],
  ['justify-items', 'justify-content', 'justify-self', 'row-gap', 'column-gap'],
  ['grid-template-columns', 'grid-template-rows', 'grid-template-areas'],
  ['grid-auto-columns', 'grid-auto-rows', 'grid-auto-flow'],
  ['grid-row-start', 'grid-row-end', 'grid-column-start', 'grid-column-end'],
  ['font-family', 'font-size', 'font-weight', 'font-style', 'font-variant-numeric'],
  ['line-height', 'letter-spacing', 'word-spacing', 'direction', 'unicode-bidi'],
  ['text-align', 'text-transform', 'text-indent', 'text-overflow', 'text-decoration-line'],
  ['white-space-collapse', 'text-wrap-mode', 'text-wrap-style', 'word-break', 'overflow-wrap'],
  ['vertical-align', 'list-style-type', 'list-style-position', 'object-fit'],
  ['table-layout', 'border-collapse', 'border-spacing', 'caption-side'],
  ['fill', 'stroke', 'stroke-width', 'stroke-linecap', 'stroke-linejoin', 'stroke-dasharray'],
  ['transform', 'transform-origin', 'translate', 'rotate', 'scale'],
].flat();

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

function sides(name: (side: string) => readonly string[]): string[] {
  return ['top', 'right', 'bottom', 'left'].flatMap(name);
}
