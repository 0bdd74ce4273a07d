/**
 * In the frame after the next one, which does not wait for it. Returns a function that cancels it.
 */
export function inLaterFrame(callback: () => void): () => void {
  // A hidden page paints no frames.
  if (document.hidden) {
    const timer = setTimeout(callback);
    return () => clearTimeout(timer);
  }
  let frame = requestAnimationFrame(() => {
    frame = requestAnimationFrame(callback);
  });
  return () => cancelAnimationFrame(frame);
}
