import { pause } from '../tools/until.ts';
import { CLOCK_LIMIT_MS, hasWrongAge } from './clock-checks.ts';
import { awaitFirings, crossLevel } from './crossings.ts';
import type { ClockSkew } from '../../lib/domain/prices/clock-skew.ts';
import type { ClockStep } from './observations.ts';
import { LIVE_MS, PATIENCE_MS, timeUntil } from './recoveries.ts';
import {
  announcedAttempt,
  collectNotifications,
  killWorker,
  pressClockIsFast,
  type Run,
} from './run.ts';
import type { Step } from './step.ts';
import { awaitRoom, seekPrices, tryPause } from './pauses.ts';

// The skew is stored in whole seconds, and one of less than 3 s counts as none.
const SAME_SKEW_MS = 3_500;

/** The local clock is stepped while a price crosses the alert's level, or within a pause. */
export async function clockStep(run: Run, step: Extract<Step, { kind: 'clock' }>): Promise<void> {
  await (step.fault === null ? stepInCrossing(run, step) : stepInPause(run, step, step.fault));
  await awaitFirings(run);
  await collectNotifications(run);
}

async function stepInCrossing(
  run: Run,
  { stepMs, isKilled }: Extract<Step, { kind: 'clock' }>,
): Promise<void> {
  let record: ClockStep | undefined;
  await crossLevel(run, async () => {
    record = await stepClock(run, stepMs);
    if (isKilled) await killWorker(run);
  });
  if (record) await awaitCorrection(run, record);
}

/** A pause must last as long as the service asked for, whatever the local clock does. */
async function stepInPause(
  run: Run,
  { stepMs, seconds }: Extract<Step, { kind: 'clock' }>,
  fault: string,
): Promise<void> {
  const { troubles, recoveries } = run;
  await awaitRoom(run);
  const end = await troubles.begin(fault);
  const endsAt = (await tryPause(run)) + seconds * 1_000;
  const record = await stepClock(run, stepMs);
  await seekPrices(run);
  await pause(Math.max(0, endsAt - Date.now()));
  const back = await end();
  const announced = Math.min(await announcedAttempt(run), troubles.penaltyEnd());
  const since = Math.max(back, announced, troubles.penaltyEnd());
  await recoveries.live(`${fault} and a clock step`, since, LIVE_MS);
  record.streamsFrom = Math.max(since, record.at);
  await awaitCorrection(run, record);
}

async function stepClock({ driver, findings }: Run, stepMs: number): Promise<ClockStep> {
  const at = Date.now();
  const record: ClockStep = { at, stepMs, streamsFrom: at, correctedMs: null };
  findings.clockSteps.push(record);
  await driver.stepClock(stepMs);
  return record;
}

/**
 * Waits until the extension knows how far its clock is off and shows corrected ages. That a clock is
 * fast is only suspected: the user confirms it once the popup asks.
 */
async function awaitCorrection(run: Run, record: ClockStep): Promise<void> {
  const { driver, recoveries, log } = run;
  let isAnswered = false;
  record.correctedMs = await timeUntil(
    record.streamsFrom,
    CLOCK_LIMIT_MS + PATIENCE_MS,
    async () => {
      const skew = await driver.read('session', 'clockSkew');
      const { skewMs = 0, uncorrectedMs = null } = (skew ?? {}) as Partial<ClockSkew>;
      if (uncorrectedMs !== null && !isAnswered) {
        isAnswered = true;
        await pressClockIsFast(run);
      }
      return Math.abs(skewMs - driver.clockOffsetMs) < SAME_SKEW_MS;
    },
  );
  await recoveries.shown((view) => !hasWrongAge(view), Date.now());
  log(
    `  clock ${record.correctedMs === null ? 'not ' : ''}corrected ${record.correctedMs ?? ''} ms`,
  );
}
