import { pause } from '../tools/until.ts';
import type { Distrust } from './observations.ts';
import { killWorker, restartBrowser, takeNotifications, type Run } from './run.ts';
import type { Step } from './schedule.ts';
import { hasFailed, isUnverifiedView, isVerifiedView } from './trust-checks.ts';

/** The service's signers are trusted no more, the worker or the browser ends, and they are again. */
export async function trustStep(run: Run, step: Extract<Step, { kind: 'trust' }>): Promise<void> {
  const { driver, settings, recoveries, notes, log } = run;
  // Where the service just lied, its rows say so for half a minute.
  await recoveries.shown((view) => isVerifiedView(view) || hasFailed(view), Date.now());
  if (step.ends === 'browser') await takeNotifications(run);
  await driver.write('local', settings.setTrust(false));
  const distrust: Distrust = { removedAt: Date.now(), addedAt: Infinity, verifiedMs: null };
  notes.distrusts.push(distrust);
  if (step.ends === 'worker') await killWorker(run);
  else await restartBrowser(run);
  await recoveries.shown(isUnverifiedView, Date.now());
  await pause(Math.max(0, distrust.removedAt + step.seconds * 1_000 - Date.now()));
  distrust.addedAt = Date.now();
  await driver.write('local', settings.setTrust(true));
  distrust.verifiedMs = await recoveries.shown(isVerifiedView, Date.now());
  log(`  verified ${distrust.verifiedMs} ms after the signers were trusted again`);
}
