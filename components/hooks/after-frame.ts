/** Calls back after the next frame has been painted; returns a function that cancels the call. */
export function afterFrame(callback: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const schedule = (): void => {
    timer = setTimeout(callback);
  };
  // A hidden page paints no frames.
  const frame = document.hidden ? undefined : requestAnimationFrame(schedule);
  if (frame === undefined) schedule();
  return () => {
    if (frame !== undefined) cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}
