import { pause } from '../tools/until.ts';
import type { Distrust } from './observations.ts';
import { LIVE_MS } from './recoveries.ts';
import { killWorker, restartBrowser, collectNotifications, type Run } from './run.ts';
import { hasFailed, isUnverifiedView, isVerifiedView, OTHERS_MS } from './trust-checks.ts';

const FAULT = 'service away';
// Long enough for some views.
const VIEWS_MS = 1_000;

/**
 * The service's signers are removed and added again. While the service is away no new price hides
 * what is shown of the old ones: by this worker, by the next one, and by the next browser from its
 * snapshot.
 */
export async function trustStep(run: Run): Promise<void> {
  const { driver, settings, troubles, recoveries, findings, log } = run;
  // A false signature is shown for half a minute.
  await recoveries.shown((view) => isVerifiedView(view) || hasFailed(view), Date.now());
  await collectNotifications(run);
  const end = await troubles.begin(FAULT);
  await driver.write('local', settings.setTrust(false));
  const distrust: Distrust = { removedAt: Date.now(), addedAt: Infinity, verifiedMs: null };
  findings.distrusts.push(distrust);
  await pause(OTHERS_MS + VIEWS_MS);
  await killWorker(run);
  await pause(2 * VIEWS_MS);
  await restartBrowser(run);
  await recoveries.shown(({ rows }) => rows.length > 0, Date.now());
  await pause(VIEWS_MS);
  await recoveries.live(FAULT, await end(), LIVE_MS);
  await recoveries.shown(isUnverifiedView, Date.now());
  distrust.addedAt = Date.now();
  await driver.write('local', settings.setTrust(true));
  distrust.verifiedMs = await recoveries.shown(isVerifiedView, distrust.addedAt);
  log(`  verified ${distrust.verifiedMs} ms after the signers were added again`);
}
