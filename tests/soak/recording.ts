import type { Page } from 'puppeteer-core';

/** One change of extension storage, or a value that was there when the recording began. */
export interface Change {
  /** Unix milliseconds. */
  at: number;
  key: string;
  /** `null`: removed. Prices have only what the checks need. */
  value: unknown;
  /** It was there when the recording began. */
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

/** Returns what was recorded since the last call. */
export function takeRecorded(page: Page): Promise<Change[]> {
  return page.evaluate(takeFromPage);
}

// The next two run in the page, without access to this module.

async function recordInPage(): Promise<void> {
  const log: Change[] = [];
  (globalThis as ChangeLog).soakChanges = log;
  const recorded = ['connectionState', 'lastAskedAt', 'requestBudget', 'firings', 'activeService'];
  // A price is stored as a text. No check needs the names of the signers.
  const proofOf = (price: object): unknown => {
    const { proof } = price as { proof?: { state: string; trust: string } };
    return proof && { state: proof.state, trust: proof.trust };
  };
  const priceIn = (raw: unknown): unknown => {
    if (typeof raw !== 'string') return null;
    const price = JSON.parse(raw) as object;
    return { ...price, proof: proofOf(price) };
  };
  const record = (key: string, raw: unknown, isFirst: boolean): void => {
    const isPrice = key.startsWith('latest:');
    if (!isPrice && !recorded.includes(key)) return;
    const value = isPrice ? priceIn(raw) : (raw ?? null);
    log.push({ at: Date.now(), key, value, isFirst });
  };
  for (const area of ['session', 'local'] as const) {
    chrome.storage[area].onChanged.addListener((changes) => {
      for (const [key, { newValue }] of Object.entries(changes)) record(key, newValue, false);
    });
    const stored = await chrome.storage[area].get(null);
    for (const [key, value] of Object.entries(stored)) record(key, value, true);
  }
}

function takeFromPage(): Change[] {
  return (globalThis as ChangeLog).soakChanges?.splice(0) ?? [];
}
