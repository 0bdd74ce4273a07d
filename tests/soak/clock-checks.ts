import type { Check } from './check.ts';
import { isAlwaysOpen } from './feeds.ts';
import type { ClockStep, Observations } from './observations.ts';
import type { View } from './views.ts';

/** How soon ages must be right again after a clock step, milliseconds. */
export const CLOCK_LIMIT_MS = 15_000;

// A new stream needs a moment for its first data.
const STREAMS_SINCE_MS = 2_000;

// What a row says of a price that is stale, a minute old or more, or dated ahead of the clock.
const WRONG_AGE = /^(Stale · .*|\d+ (min|hr|days?) .*|in the future)$/;

/** A clock step must not make streaming prices look stale or old for long. */
export function checkClock(seen: Observations): Check {
  const limitMs = CLOCK_LIMIT_MS + seen.lagMs;
  const tooks = seen.clockSteps.map((step) => ({
    step: `${step.stepMs > 0 ? '+' : ''}${step.stepMs / 1_000} s`,
    correctedMs: step.correctedMs ?? Infinity,
    wrongMs: wrongForMs(step, seen),
  }));
  const longest = Math.max(0, ...tooks.map((took) => Math.max(took.correctedMs, took.wrongMs)));
  return {
    what: 'ages are right again within 15 s of a clock step',
    found: `${tooks.length} steps, at most ${(longest / 1_000).toFixed(1)} s`,
    faults: tooks.flatMap(({ step, correctedMs, wrongMs }) => [
      ...(correctedMs > limitMs ? [`After ${step} the clock was not corrected in time.`] : []),
      ...(wrongMs > limitMs
        ? [`A row was called stale or old ${wrongMs} ms after a step of ${step}.`]
        : []),
    ]),
  };
}

/** Milliseconds from the step until the last view with a wrong age, up to the next step. */
function wrongForMs(step: ClockStep, seen: Observations): number {
  const next = seen.clockSteps.find(({ at }) => at > step.at);
  const until = next?.at ?? Infinity;
  const wrong = seen.views.findLast(
    (view) =>
      view.at >= step.streamsFrom &&
      view.at < until &&
      hasWrongAge(view) &&
      isStreaming(view.at, seen),
  );
  return wrong ? wrong.at - step.streamsFrom : 0;
}

export function hasWrongAge({ rows }: Pick<View, 'rows'>): boolean {
  return rows.some(
    ({ name, notes }) => isAlwaysOpen(name) && notes.some((note) => WRONG_AGE.test(note)),
  );
}

function isStreaming(at: number, { samples }: Observations): boolean {
  const near = samples.filter((sample) => sample.at > at - STREAMS_SINCE_MS && sample.at <= at);
  return near.length > 0 && near.every(({ openStreams }) => openStreams > 0);
}
