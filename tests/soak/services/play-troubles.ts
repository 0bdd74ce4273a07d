import { pause } from '../../tools/until.ts';
import { faultOf } from '../troubles.ts';
import type { PlannedTrouble } from './plan.ts';
import { editToken, type ServicesRun } from './run.ts';

/** Plays the troubles of all services from now on; resolves when all work again. */
export async function playTroubles(
  run: ServicesRun,
  planned: readonly PlannedTrouble[],
): Promise<void> {
  const startedAt = Date.now();
  await Promise.all(
    run.services.all.map((_, place) =>
      playService(
        run,
        planned.filter(({ service }) => service === place),
        startedAt,
      ),
    ),
  );
}

async function playService(
  run: ServicesRun,
  planned: readonly PlannedTrouble[],
  startedAt: number,
): Promise<void> {
  const until = (seconds: number): Promise<void> =>
    pause(Math.max(0, startedAt + seconds * 1_000 - Date.now()));
  for (const { service: place, fault, from, to } of planned) {
    await until(from);
    run.log(`  service ${place + 1}: ${fault}, ${(to - from).toFixed(1)} s`);
    const end = await run.troubles[place]?.begin(fault);
    await until(to);
    await end?.();
    // Until then the worker leaves it alone.
    if (faultOf(fault).needsUser) await editToken(run, place);
    run.log(`  service ${place + 1} works`);
  }
}
