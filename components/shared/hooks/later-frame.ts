/** Calls back in the frame after the next, so as not to delay it. Returns a cancel function. */
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
