import { pause } from '../../tools/until.ts';
import { awaitFirings, crossingStep, crossLevel } from '../crossings.ts';
import { closePages, collectNotifications, killWorker, openPopup } from '../run.ts';
import { pick } from '../chance.ts';
import { edit, editToken, type ServicesRun } from './run.ts';
import type { UserStep } from './user-steps.ts';

export async function playStep(
  run: ServicesRun,
  step: UserStep,
  random: () => number,
): Promise<void> {
  switch (step.kind) {
    case 'pause':
      return pause(step.seconds * 1_000);
    case 'kill':
      return kill(run);
    case 'crossing':
      return crossing(run, step.isKilled);
    case 'edit':
      if (step.what === 'headers') return editToken(run, pick([...run.troubles.keys()], random));
      return edit(run, run.settings.edit('watchlist'));
    default:
      return noPage(run, step);
  }
}

/** Describes the step in the log; `null`: not worth a line. */
export function describeUserStep(step: UserStep): string | null {
  switch (step.kind) {
    case 'pause':
    case 'kill':
      return null;
    case 'crossing':
      return `a price crosses the level of an alert${step.isKilled ? ', worker killed' : ''}`;
    case 'edit':
      return `settings edited: ${step.what}`;
    default:
      return `no page open, ${step.seconds.toFixed(0)} s`;
  }
}

export async function openPage(run: ServicesRun): Promise<void> {
  await openPopup(run);
  // What is recorded begins only now.
  const span = run.findings.pageSpans.at(-1);
  if (span) span.from = Date.now();
}

async function kill(run: ServicesRun): Promise<void> {
  await killWorker(run);
  // It ended at some time in between.
  run.findings.deaths.push(Date.now());
}

async function crossing(run: ServicesRun, isKilled: boolean): Promise<void> {
  const subject = { ...run, service: run.services };
  if (!isKilled) return crossingStep(subject);
  await crossLevel(subject, () => kill(run));
  // Chromium closes a notification by itself after eight seconds.
  await awaitFirings(run);
  return collectNotifications(run);
}

async function noPage(
  run: ServicesRun,
  { seconds, isKilled }: Extract<UserStep, { kind: 'no-page' }>,
): Promise<void> {
  await closePages(run);
  await pause((seconds * 1_000) / 3);
  if (isKilled) await kill(run);
  await pause((seconds * 2_000) / 3);
  await openPage(run);
}
