/**
 * The style properties that a picture needs. Browsers have about 400; copying all of them for each
 * element of a long list takes more than twice as long.
 */
export const STYLE_PROPERTIES: readonly string[] = [
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

function sides(name: (side: string) => readonly string[]): string[] {
  return ['top', 'right', 'bottom', 'left'].flatMap(name);
}
