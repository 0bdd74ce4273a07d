/** The longest side of a canvas, in pixels, that browsers draw reliably. */
export const LONGEST_CANVAS_SIDE = 16_384;
/** Picture pixels per CSS pixel, unless the picture would be too large. */
export const WANTED_SCALE = 2;

interface PictureSize {
  /** Canvas pixels. */
  width: number;
  height: number;
  /** Canvas pixels per CSS pixel. */
  scale: number;
  /** The scale is smaller than wanted, because the canvas would have been too large. */
  isReduced: boolean;
}

/**
 * The canvas size for a picture of `width` × `height` CSS pixels. If a side would be too long for a
 * canvas, the scale is reduced.
 */
export function fitPicture(width: number, height: number): PictureSize {
  const longest = Math.max(width, height, 1);
  const isReduced = longest * WANTED_SCALE > LONGEST_CANVAS_SIDE;
  const scale = isReduced ? LONGEST_CANVAS_SIDE / longest : WANTED_SCALE;
  return {
    width: toPixels(width * scale),
    height: toPixels(height * scale),
    scale,
    isReduced,
  };
}

// Rounded down, like the drawing library does.
function toPixels(length: number): number {
  return Math.min(LONGEST_CANVAS_SIDE, Math.max(1, Math.floor(length)));
}
