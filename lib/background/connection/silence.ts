/** The longest silence of data (comments do not count) before a stream is replaced. */
export const SILENCE_MS = 30_000;

// The public service sends several updates a second. After this much silence, it may be gone without
// a sign, as when a network cable is pulled.
const SHORTEST_QUIET_MS = 1_200;

// A silence is unusual if it is so many times longer than the pauses before. The first pauses of a
// stream count as long, because it is not known yet how often its data comes.
const UNUSUAL = 2;
const FIRST_PAUSE_MS = 2_500;

// A long pause among short ones is forgotten after about ten of those.
const REMEMBERED = 0.9;

interface SilenceOptions {
  /** The silence is unusual. @param isLively whether the pauses before it were short */
  onQuiet: (isLively: boolean) => void;
  onSilent: () => void;
}

/** Reports silence from now on, or from the last call of `onData` on, again and again. */
export function watchSilence({ onQuiet, onSilent }: SilenceOptions) {
  let silence = setInterval(onSilent, SILENCE_MS);
  let quiet: ReturnType<typeof setInterval> | undefined;
  let pauseMs = FIRST_PAUSE_MS;
  let lastAt: number | undefined;

  function stop(): void {
    clearInterval(silence);
    clearInterval(quiet);
  }

  function onData(): void {
    const now = performance.now();
    pauseMs = Math.max(pauseMs * REMEMBERED, lastAt === undefined ? 0 : now - lastAt);
    lastAt = now;
    const isLively = pauseMs * UNUSUAL <= SHORTEST_QUIET_MS;
    stop();
    silence = setInterval(onSilent, SILENCE_MS);
    const quietMs = Math.max(pauseMs * UNUSUAL, SHORTEST_QUIET_MS);
    quiet = setInterval(() => onQuiet(isLively), quietMs);
  }

  return { stop, onData };
}
