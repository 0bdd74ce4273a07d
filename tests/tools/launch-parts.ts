import type { Browser, LaunchOptions as PuppeteerOptions } from 'puppeteer-core';
import type { LaunchOptions } from './extension.ts';

// On a busy machine a browser takes long to start. A start that hangs forever is rare.
const START_TIMEOUT_MS = 90_000;

/** The launch options of both browsers. */
export function commonOptions(executablePath: string, options: LaunchOptions) {
  const { headless = true, profileDir, isEnglish = false, endsOnSignals = true } = options;
  return {
    executablePath,
    headless,
    timeout: START_TIMEOUT_MS,
    // Chromium on Linux takes its language from there.
    ...(isEnglish ? { env: { ...process.env, LANGUAGE: 'en_US' } } : {}),
    ...(profileDir === undefined ? {} : { userDataDir: profileDir }),
    handleSIGINT: endsOnSignals,
    handleSIGTERM: endsOnSignals,
    handleSIGHUP: endsOnSignals,
    defaultViewport: headless ? { width: 1_000, height: 800 } : null,
  } satisfies PuppeteerOptions;
}

/** Runs `work`, and closes the browser if it fails. */
export async function orClose<T>(browser: Browser, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    await browser.close();
    throw error;
  }
}
