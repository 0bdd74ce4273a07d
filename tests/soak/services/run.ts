import { createRandom, hash32 } from '../../price-service/hash.ts';
import type { Driver } from '../driver.ts';
import { noFindings, type UserRun } from '../run.ts';
import { createTroubles, type Troubles } from '../troubles.ts';
import type { SoakServices } from './group.ts';
import { createServicesSettings, type ServicesSettings } from './settings.ts';

/** What a run with several services works with. */
export interface ServicesRun extends UserRun {
  services: SoakServices;
  settings: ServicesSettings;
  /** By the services' places. */
  troubles: readonly Troubles[];
  /** When the user changed the settings, unix milliseconds. */
  edits: number[];
  /** When the user changed the token of a service, by its place, unix milliseconds. */
  tokenEdits: number[][];
}

interface RunOptions {
  services: SoakServices;
  driver: Driver;
  seed: number;
  log: (line: string) => void;
}

export function createServicesRun({ services, driver, seed, log }: RunOptions): ServicesRun {
  const urls = services.all.map(({ url }) => url);
  const random = createRandom(hash32(seed, 0x5e77));
  return {
    services,
    driver,
    log,
    findings: noFindings(),
    settings: createServicesSettings(urls, random),
    troubles: services.all.map((service, place) =>
      createTroubles(service, createRandom(hash32(seed, place, 0xfa17))),
    ),
    edits: [],
    tokenEdits: urls.map(() => []),
  };
}

/** The user changes the token of one service. */
export async function editToken(run: ServicesRun, place: number): Promise<void> {
  run.tokenEdits[place]?.push(Date.now());
  await edit(run, run.settings.editHeaders(place));
}

/** The user changes settings. */
export async function edit(run: ServicesRun, items: Record<string, unknown>): Promise<void> {
  run.edits.push(Date.now());
  await run.driver.write('local', items);
  // The write may have had to wait.
  run.edits.push(Date.now());
}
