import { pause } from '../tools/until.ts';
import { CLOCK_LIMIT_MS, hasWrongAge } from './clock-checks.ts';
import { awaitFirings, crossLevel } from './crossings.ts';
import type { ClockStep } from './observations.ts';
import { LIVE_MS, PATIENCE_MS, timeUntil } from './recoveries.ts';
import { announcedAttempt, killWorker, pressRefresh, takeNotifications, type Run } from './run.ts';
import type { Step } from './schedule.ts';
import { tryPause } from './pauses.ts';

// The skew is kept in whole seconds, and one of less than 3 s is none.
const SAME_SKEW_MS = 3_500;

/** The local clock is stepped while a price goes through the alert's level, or within a pause. */
export async function clockStep(run: Run, step: Extract<Step, { kind: 'clock' }>): Promise<void> {
  await (step.fault === null ? stepInCrossing(run, step) : stepInPause(run, step, step.fault));
  await awaitFirings(run);
  await takeNotifications(run);
}

async function stepInCrossing(
  run: Run,
  { stepMs, isKilled }: Extract<Step, { kind: 'clock' }>,
): Promise<void> {
  let noted: ClockStep | undefined;
  await crossLevel(run, async () => {
    noted = await stepClock(run, stepMs);
    if (isKilled) await killWorker(run);
  });
  if (noted) await awaitCorrection(run, noted);
}

/** A pause that the service asked for lasts as long as it said, whatever the local clock does. */
async function stepInPause(
  run: Run,
  { stepMs, seconds }: Extract<Step, { kind: 'clock' }>,
  fault: string,
): Promise<void> {
  const { troubles, recoveries } = run;
  const end = await troubles.begin(fault);
  const endsAt = (await tryPause(run)) + seconds * 1_000;
  const noted = await stepClock(run, stepMs);
  await pressRefresh(run);
  await pause(Math.max(0, endsAt - Date.now()));
  const back = await end();
  const announced = Math.min(await announcedAttempt(run), troubles.penaltyEnd());
  const since = Math.max(back, announced, troubles.penaltyEnd());
  await recoveries.live(`${fault} and a clock step`, since, LIVE_MS);
  noted.streamsFrom = Math.max(since, noted.at);
  await awaitCorrection(run, noted);
}

async function stepClock({ driver, notes }: Run, stepMs: number): Promise<ClockStep> {
  const at = Date.now();
  const noted: ClockStep = { at, stepMs, streamsFrom: at, correctedMs: null };
  notes.clockSteps.push(noted);
  await driver.stepClock(stepMs);
  return noted;
}

/** Waits until the extension knows how far its clock is off, and shows ages by that. */
export async function awaitCorrection(run: Run, noted: ClockStep): Promise<void> {
  const { driver, recoveries, log } = run;
  noted.correctedMs = await timeUntil(noted.streamsFrom, CLOCK_LIMIT_MS + PATIENCE_MS, async () => {
    const skew = await driver.read('session', 'clockSkew');
    const { skewMs = 0 } = (skew ?? {}) as { skewMs?: number };
    return Math.abs(skewMs - driver.clockOffsetMs) < SAME_SKEW_MS;
  });
  await recoveries.shown((view) => !hasWrongAge(view), Date.now());
  log(`  clock ${noted.correctedMs === null ? 'not ' : ''}corrected ${noted.correctedMs ?? ''} ms`);
}
