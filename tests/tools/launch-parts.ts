import type { Browser, LaunchOptions as PuppeteerOptions } from 'puppeteer-core';
import type { LaunchOptions } from './extension.ts';

// A busy machine takes its time over a browser; a start that hangs for good is rare.
const START_TIMEOUT_MS = 90_000;

/** What both browsers are started with. */
export function commonOptions(executablePath: string, options: LaunchOptions) {
  const { headless = true, profileDir, endsOnSignals = true } = options;
  return {
    executablePath,
    headless,
    timeout: START_TIMEOUT_MS,
    ...(profileDir === undefined ? {} : { userDataDir: profileDir }),
    handleSIGINT: endsOnSignals,
    handleSIGTERM: endsOnSignals,
    handleSIGHUP: endsOnSignals,
    defaultViewport: headless ? { width: 1_000, height: 800 } : null,
  } satisfies PuppeteerOptions;
}

/** The result of `work`, which needs the browser; it is closed where that fails. */
export async function orClose<T>(browser: Browser, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    await browser.close();
    throw error;
  }
}
