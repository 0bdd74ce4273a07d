import { pause } from '../tools/until.ts';
import { clockStep } from './clock-steps.ts';
import { crossingStep, sleepStep } from './crossings.ts';
import { awaitRoom, tryPause } from './pauses.ts';
import { LIVE_MS } from './recoveries.ts';
import {
  announcedAttempt,
  killWorker,
  closePages,
  openPopup,
  restartBrowser,
  collectNotifications,
  type Run,
} from './run.ts';
import type { Step } from './step.ts';
import { faultOf } from './troubles.ts';
import { trustStep } from './trust-steps.ts';

const SETTLE_MS = 300;
const LINGER_MS = 5_500;

export async function runStep(run: Run, step: Step): Promise<void> {
  switch (step.kind) {
    case 'fault':
      return faultStep(run, step);
    case 'no-page':
      return noPageStep(run, step);
    case 'restart':
      return restartStep(run, step);
    case 'edit':
      await run.driver.write('local', run.settings.edit(step.what));
      return run.recoveries.live(`the settings were edited (${step.what})`, Date.now(), LIVE_MS);
    case 'clock':
      return clockStep(run, step);
    case 'trust':
      return trustStep(run);
    case 'sleep':
      return sleepStep(run);
    default:
      return crossingStep(run);
  }
}

async function faultStep(run: Run, step: Extract<Step, { kind: 'fault' }>): Promise<void> {
  const { driver, settings, troubles, recoveries } = run;
  const fault = faultOf(step.fault);
  if (fault.penalty) await awaitRoom(run);
  const end = await troubles.begin(step.fault);
  const beganAt = fault.penalty ? await tryPause(run) : Date.now();
  const pauseUntil = (seconds: number): Promise<void> =>
    pause(Math.max(0, beganAt + seconds * 1_000 - Date.now()));
  if (step.killAt !== null) {
    await pauseUntil(step.seconds * step.killAt);
    await killWorker(run);
  }
  await pauseUntil(step.seconds);
  const back = await end();
  if (fault.needsUser) await driver.write('local', settings.editHeaders());
  const announced = fault.isRefusal ? await announcedAttempt(run) : 0;
  await recoveries.live(step.fault, Math.max(back, announced, troubles.penaltyEnd()), LIVE_MS);
}

async function noPageStep(run: Run, step: Extract<Step, { kind: 'no-page' }>): Promise<void> {
  const { driver, settings, troubles, recoveries } = run;
  await driver.write('local', settings.setMode(step.isLive ? 'live' : 'balanced'));
  await closePages(run);
  await pause(LINGER_MS);
  if (step.isKilled) await killWorker(run);
  const end = await troubles.begin(step.fault);
  await pause(step.seconds * 1_000);
  const back = await end();
  await recoveries.withoutPage(step.fault, Math.max(back, troubles.penaltyEnd()));
  await openPopup(run);
  await recoveries.live('the popup was opened again', Date.now(), LIVE_MS + SETTLE_MS);
}

async function restartStep(run: Run, step: Extract<Step, { kind: 'restart' }>): Promise<void> {
  const { troubles, recoveries } = run;
  // The notifications end with the browser.
  await collectNotifications(run);
  let end: (() => Promise<number>) | undefined;
  await restartBrowser(run, async () => {
    end = step.fault === null ? undefined : await troubles.begin(step.fault);
    await pause(step.seconds * 1_000);
  });
  await pause(SETTLE_MS);
  await collectNotifications(run);
  const back = (await end?.()) ?? Date.now();
  const announced = step.fault === null ? 0 : await announcedAttempt(run);
  const since = Math.max(back, announced, troubles.penaltyEnd());
  await recoveries.live('the browser came back', since, LIVE_MS);
}
