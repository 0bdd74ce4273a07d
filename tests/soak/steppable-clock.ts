import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser as ExtensionApi } from 'webextension-polyfill';
import { OUTPUT } from '../tools/build.ts';
import { prependToWorker } from '../tools/worker-script.ts';

/**
 * The session storage item that holds by how much the extension's local clock is ahead of the true
 * time, milliseconds. Session storage: a restarted browser begins with the right clock.
 */
export const CLOCK_OFFSET = 'soakClockOffset';

const SCRIPT = 'soak-clock.js';
const PAGES = ['popup.html', 'options.html'] as const;

/**
 * Copies the built extension and puts a local clock under its scripts that can be stepped while
 * they run. Timers and the browser's own clock (alarms) stay true, and so does `performance.now`: it
 * moves only once, together with the local clock, when a script that has just started reads the
 * offset. What starts with a wrong clock sees no step then, as it would not with a real clock.
 *
 * @returns the folder of the copy
 */
export async function copyWithSteppableClock(extensionDir: string): Promise<string> {
  const copy = join(OUTPUT, 'chrome-mv3-soak');
  await rm(copy, { recursive: true, force: true });
  await cp(extensionDir, copy, { recursive: true });
  const script = `(${makeClockSteppable.toString()})(${JSON.stringify(CLOCK_OFFSET)})`;
  await writeFile(join(copy, SCRIPT), script);
  await prependToWorker(copy, script);
  for (const page of PAGES) {
    await replace(join(copy, page), '<head>', `<head><script src="/${SCRIPT}"></script>`);
  }
  return copy;
}

async function replace(file: string, text: string, replacement: string): Promise<void> {
  const before = await readFile(file, 'utf8');
  if (!before.includes(text)) throw new Error(`${file} has no ${text}`);
  await writeFile(file, before.replace(text, replacement));
}

declare const chrome: ExtensionApi;

/** Runs before the extension's own scripts, without access to this module. */
function makeClockSteppable(key: string): void {
  const TrueDate = Date;
  const trueNow = TrueDate.now;
  const { now: makeInstant, zone } = {
    now: () => Temporal.Instant.fromEpochMilliseconds(TrueDate.now()),
    zone: () => Temporal.Now.timeZoneId(),
  };
  const monotonicNow = performance.now.bind(performance);
  let offsetMs = 0;
  const follow = (value: unknown): void => {
    offsetMs = typeof value === 'number' ? value : 0;
  };
  // Session storage answers in order, so this comes before the responses to the extension.
  void chrome.storage.session.get(key).then((items) => {
    follow(items[key]);
    const offsetAtStartMs = offsetMs;
    performance.now = () => monotonicNow() + offsetAtStartMs;
  });
  chrome.storage.session.onChanged.addListener((changes) => {
    const change = changes[key];
    if (change) follow(change.newValue);
  });

  TrueDate.now = () => trueNow() + offsetMs;
  globalThis.Date = new Proxy(TrueDate, {
    apply: () => new TrueDate(TrueDate.now()).toString(),
    construct: (target, given: unknown[], newTarget) =>
      Reflect.construct(target, given.length === 0 ? [target.now()] : given, newTarget) as object,
  });
  Object.assign(Temporal.Now, {
    instant: makeInstant,
    zonedDateTimeISO: (timeZone = zone()) => makeInstant().toZonedDateTimeISO(timeZone),
    plainDateTimeISO: (timeZone = zone()) =>
      makeInstant().toZonedDateTimeISO(timeZone).toPlainDateTime(),
    plainDateISO: (timeZone = zone()) => makeInstant().toZonedDateTimeISO(timeZone).toPlainDate(),
    plainTimeISO: (timeZone = zone()) => makeInstant().toZonedDateTimeISO(timeZone).toPlainTime(),
  });
}
