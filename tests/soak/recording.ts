import type { Page } from 'puppeteer-core';
import { readLatest } from '../tools/latest-price.ts';

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
export async function takeRecorded(page: Page): Promise<Change[]> {
  const changes = await page.evaluate(takeFromPage);
  return changes.map((change) =>
    isPrice(change.key) ? { ...change, value: priceIn(change.value) } : change,
  );
}

function isPrice(key: string): boolean {
  return key.startsWith('latest:');
}

/** A price is stored as a text. No check needs the names of the signers. */
function priceIn(text: unknown): unknown {
  const price = readLatest(text);
  const { proof } = price ?? {};
  return price ? { ...price, proof: proof && { state: proof.state, trust: proof.trust } } : null;
}

// The next two run in the page, without access to this module.

async function recordInPage(): Promise<void> {
  const log: Change[] = [];
  (globalThis as ChangeLog).soakChanges = log;
  const recorded = ['connectionState', 'lastAskedAt', 'requestBudget', 'firings', 'activeService'];
  const record = (key: string, raw: unknown, isFirst: boolean): void => {
    if (!key.startsWith('latest:') && !recorded.includes(key)) return;
    log.push({ at: Date.now(), key, value: raw ?? null, isFirst });
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
