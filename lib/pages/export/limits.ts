// Both are from the price service's specification, section 9, "Business constants and limits".

/** Image export: the longest side of a canvas, in pixels, that browsers draw reliably. */
export const LONGEST_CANVAS_SIDE = 16_384;

/** File download: shorter URLs, in characters, contain the file; a longer file is a blob. */
export const INLINE_URL_LIMIT = 2_048;
