import { createContext, type RefObject } from 'react';
import { motion } from './motion.ts';

/** Opening a view takes less time, unless the page is busy. */
const MAX_AGE_MS = 1_000;

export interface OpenedLine {
  rect: DOMRect;
  at: number;
}

/** Where the line of the row is that was just opened: the chart's line grows from there. */
export const OpenedLineContext = createContext<RefObject<OpenedLine | null> | null>(null);

/** @param line of the row that opens; `null`: it has none */
export function growFrom(opened: RefObject<OpenedLine | null>, line: Element | null): void {
  opened.current = line && { rect: line.getBoundingClientRect(), at: performance.now() };
}

/**
 * Lets a line grow from the opened row to its place. Does nothing if no row was just opened, if it
 * had no line, or if the user wants less motion.
 *
 * @param from used once
 * @param line the origin of its coordinates is the corner of `frames`
 * @param frames elements that would cut the line off on its way, the outermost first
 */
export function growInto(
  from: RefObject<OpenedLine | null>,
  line: Element | null,
  frames: readonly Element[],
  { width, height }: { width: number; height: number },
): void {
  const opened = from.current;
  from.current = null;
  const to = frames[0]?.getBoundingClientRect();
  const timing = motion('--moderate');
  if (!opened || !line || !to || !timing) return;
  const { rect, at } = opened;
  if (performance.now() - at > MAX_AGE_MS) return;
  if (rect.width === 0) return;
  const place = `translate(${rect.left - to.left}px, ${rect.top - to.top}px)`;
  const size = `scale(${rect.width / width}, ${rect.height / height})`;
  line.animate({ transform: [`${place} ${size}`, 'none'] }, timing);
  for (const frame of frames) frame.animate({ overflow: ['visible', 'visible'] }, timing);
}
