import type { Sample } from './observations.ts';
import type { SoakService } from './service.ts';

const SAMPLE_MS = 100;

/** Samples the service ten times a second and measures how late this machine's timers are. */
export function startSampling(service: SoakService): { stop: () => Sample[]; lagMs: () => number } {
  const samples: Sample[] = [];
  let lagMs = 0;
  let lastAt = Date.now();
  const timer = setInterval(() => {
    const at = Date.now();
    lagMs = Math.max(lagMs, at - lastAt - SAMPLE_MS);
    lastAt = at;
    samples.push({ at, openStreams: service.openStreams() });
  }, SAMPLE_MS);
  return {
    stop() {
      clearInterval(timer);
      return samples;
    },
    lagMs: () => lagMs,
  };
}
