/** Browsers draw no larger canvas reliably: no side is ever longer. */
export const LONGEST_CANVAS_SIDE = 16_384;

export interface PictureSize {
  /** Canvas pixels. */
  width: number;
  height: number;
  /** Canvas pixels to a CSS pixel. */
  scale: number;
  /** The wanted scale would have been too large for a canvas. */
  isReduced: boolean;
}

/**
 * The canvas for a picture of so many CSS pixels at the wanted scale; where a side would be longer
 * than a canvas may be, both shrink in proportion.
 */
export function fitPicture(width: number, height: number, wantedScale: number): PictureSize {
  const longest = Math.max(width, height, 1);
  const isReduced = longest * wantedScale > LONGEST_CANVAS_SIDE;
  const scale = isReduced ? LONGEST_CANVAS_SIDE / longest : wantedScale;
  return {
    width: toPixels(width * scale),
    height: toPixels(height * scale),
    scale,
    isReduced,
  };
}

// Cut, as the library that draws does.
function toPixels(length: number): number {
  return Math.min(LONGEST_CANVAS_SIDE, Math.max(1, Math.floor(length)));
}
