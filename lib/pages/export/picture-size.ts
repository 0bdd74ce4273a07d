/**
 * The longest side of a canvas, in pixels, that browsers draw reliably: the price service's
 * specification, section 9, "Business constants and limits".
 */
export const LONGEST_CANVAS_SIDE = 16_384;

interface PictureSize {
  /** Canvas pixels. */
  width: number;
  height: number;
  /** Canvas pixels per requested pixel; at most 1. */
  scale: number;
  /**
   * Whether the picture is smaller than requested, because the canvas would have been too large.
   */
  isReduced: boolean;
}

/**
 * The canvas size for a picture of `width` × `height` pixels. If a side would be too long for a
 * canvas, the scale is reduced.
 */
export function fitPicture(width: number, height: number): PictureSize {
  const longest = Math.max(width, height, 1);
  const isReduced = longest > LONGEST_CANVAS_SIDE;
  const scale = isReduced ? LONGEST_CANVAS_SIDE / longest : 1;
  return {
    width: toPixels(width * scale),
    height: toPixels(height * scale),
    scale,
    isReduced,
  };
}

function toPixels(length: number): number {
  return Math.min(LONGEST_CANVAS_SIDE, Math.max(1, Math.floor(length)));
}
