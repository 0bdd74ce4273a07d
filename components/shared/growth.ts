import { motion } from './motion.ts';

/** Opening a view takes less time, unless the page is busy. */
const MAX_AGE_MS = 1_000;

let origin: { rect: DOMRect; at: number } | null = null;

/** Remembers where the line of an opened row is, so that the chart's line grows from there. */
export function growFrom(line: Element | null | undefined): void {
  origin = line ? { rect: line.getBoundingClientRect(), at: performance.now() } : null;
}

/**
 * Lets a line grow from the opened row to its place. Does nothing if no row was just opened, if it
 * had no line, or if the user wants less motion.
 *
 * @param line the origin of its coordinates is the corner of `frames`
 * @param frames elements that would cut the line off on its way, the outermost first
 */
export function growInto(
  line: Element | null,
  frames: readonly Element[],
  { width, height }: { width: number; height: number },
): void {
  const from = origin;
  origin = null;
  const to = frames[0]?.getBoundingClientRect();
  const timing = motion('--moderate');
  if (!from || !line || !to || !timing || performance.now() - from.at > MAX_AGE_MS) return;
  const { rect } = from;
  if (rect.width === 0) return;
  const place = `translate(${rect.left - to.left}px, ${rect.top - to.top}px)`;
  const size = `scale(${rect.width / width}, ${rect.height / height})`;
  line.animate({ transform: [`${place} ${size}`, 'none'] }, timing);
  for (const frame of frames) frame.animate({ overflow: ['visible', 'visible'] }, timing);
}
