import type { Page } from 'puppeteer-core';

/** One change of extension storage, or a value that stood when the recording began. */
export interface Change {
  /** Unix milliseconds. */
  at: number;
  key: string;
  /** `null`: removed. Prices are cut down to what is looked at. */
  value: unknown;
  /** It stood there when the recording began. */
  isFirst: boolean;
}

interface ChangeLog {
  soakChanges?: Change[];
}

type Changes = Record<string, { newValue?: unknown }>;

declare const chrome: {
  storage: Record<
    'local' | 'session',
    {
      get: (keys: null) => Promise<Record<string, unknown>>;
      onChanged: { addListener: (listener: (changes: Changes) => void) => void };
    }
  >;
};

/** Records every change of prices, state and firings from now on, in an extension page. */
export function startRecording(page: Page): Promise<void> {
  return page.evaluate(recordInPage);
}

/** Takes what was recorded since the last time. */
export function takeRecorded(page: Page): Promise<Change[]> {
  return page.evaluate(takeFromPage);
}

// The next two run in the page: they stand alone.

async function recordInPage(): Promise<void> {
  const log: Change[] = [];
  (globalThis as ChangeLog).soakChanges = log;
  const kept = ['connectionState', 'lastAskedAt', 'requestBudget', 'firings'];
  // Who signed is text that nobody looks at.
  const proofOf = (price: object): unknown => {
    const { proof } = price as { proof?: { state: string; trust: string } };
    return proof && { state: proof.state, trust: proof.trust };
  };
  const note = (key: string, raw: unknown, isFirst: boolean): void => {
    const isPrice = key.startsWith('latest:');
    if (!isPrice && !kept.includes(key)) return;
    const value = isPrice && raw ? { ...raw, proof: proofOf(raw) } : (raw ?? null);
    log.push({ at: Date.now(), key, value, isFirst });
  };
  for (const area of ['session', 'local'] as const) {
    chrome.storage[area].onChanged.addListener((changes) => {
      for (const [key, { newValue }] of Object.entries(changes)) note(key, newValue, false);
    });
    const stored = await chrome.storage[area].get(null);
    for (const [key, value] of Object.entries(stored)) note(key, value, true);
  }
}

function takeFromPage(): Change[] {
  return (globalThis as ChangeLog).soakChanges?.splice(0) ?? [];
}
