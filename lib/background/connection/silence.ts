/** The longest silence of data (comments don't count) before a stream is replaced. */
export const SILENCE_MS = 30_000;

// The public service sends several updates a second. After this silence, it may be gone unnoticed,
// as when a cable is pulled.
const SHORTEST_QUIET_MS = 1_200;

// A silence is unusual if it is this many times longer than earlier pauses. A stream's first pauses
// count as long, because its rhythm is still unknown.
const UNUSUAL = 2;
const FIRST_PAUSE_MS = 2_500;

// About ten short pauses outweigh a long one.
const REMEMBERED = 0.9;

interface SilenceOptions {
  /** @param isLively whether earlier pauses were short */
  onQuiet: (isLively: boolean) => void;
  onSilent: () => void;
}

/** Repeatedly reports silence, counted from the last `onData` call. */
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
