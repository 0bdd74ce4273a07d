import type { Page } from 'puppeteer-core';
import type { Browser as ExtensionApi } from 'webextension-polyfill';
import { WORKBENCH, type ExtensionBrowser, type StorageArea } from '../tools/extension.ts';
import { readLatest } from '../tools/latest-price.ts';
import { launchExtension } from '../tools/launch-extension.ts';
import { readPopup, type PopupView } from '../tools/popup-reader.ts';
import { pause } from '../tools/until.ts';
import { CLOCK_OFFSET } from './steppable-clock.ts';

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

/** What the open popup and the toolbar's tooltip showed at one time. */
export interface View extends PopupView {
  /** Unix milliseconds; true time. */
  at: number;
  tooltip: string;
}

const VIEW_EVERY_MS = 200;

/**
 * The user's side of a run: a Chromium that is opened and closed, and its popup. Does one thing at a
 * time, because services fail while the user acts.
 */
export class Driver {
  /** All changes of extension storage so far. */
  readonly changes: Change[] = [];
  /** What popup and tooltip showed while a page was open. */
  readonly views: View[] = [];
  readonly pageErrors: string[] = [];
  readonly #extensionDir: string;
  readonly #profileDir: string;
  #last: Promise<unknown> = Promise.resolve();
  #clockOffsetMs = 0;
  #browser: ExtensionBrowser | undefined;
  /** Shows the workbench while the popup is open, otherwise a blank page. */
  #recorder: Page | undefined;
  #popup: Page | undefined;

  constructor(extensionDir: string, profileDir: string) {
    this.#extensionDir = extensionDir;
    this.#profileDir = profileDir;
  }

  /** The extension's local clock minus true time, milliseconds. */
  get clockOffsetMs(): number {
    return this.#clockOffsetMs;
  }

  open(): Promise<void> {
    return this.#inTurn(() => this.#launch());
  }

  close(): Promise<void> {
    return this.#inTurn(() => this.#end());
  }

  /** Closes the browser, opens it again after `meanwhile`, and opens the popup. */
  restart(meanwhile: () => Promise<unknown>, onOpen: () => void): Promise<void> {
    return this.#inTurn(async () => {
      await this.#end();
      await meanwhile();
      await this.#launch();
      onOpen();
      await this.#openPopup();
    });
  }

  openPopup(): Promise<void> {
    return this.#inTurn(() => this.#openPopup());
  }

  /** Closes every page of the extension. */
  closePages(): Promise<void> {
    return this.#inTurn(async () => {
      await this.#collect();
      await this.#popup?.close();
      this.#popup = undefined;
      await this.#browser?.closeOwnTabs();
      await this.#recorder?.goto('about:blank');
    });
  }

  killWorker(): Promise<void> {
    return this.#throughWorkbench((open) => open.stopWorker());
  }

  /** Steps the extension's local clock, milliseconds; positive: ahead. */
  stepClock(ms: number): Promise<void> {
    this.#clockOffsetMs += ms;
    return this.write('session', { [CLOCK_OFFSET]: this.#clockOffsetMs });
  }

  /** Clears the shown notifications and returns their ids; none if no page is open. */
  collectNotifications(): Promise<string[]> {
    return this.#inTurn(async () =>
      this.#recorder && this.#popup ? this.#recorder.evaluate(clearNotifications) : [],
    );
  }

  /** Brings `changes` up to date. */
  collect(): Promise<void> {
    return this.#inTurn(() => this.#collect());
  }

  read(area: StorageArea, key: string): Promise<unknown> {
    return this.#throughWorkbench((open) => open.storageGet(area, key));
  }

  write(area: StorageArea, items: Record<string, unknown>): Promise<void> {
    return this.#throughWorkbench((open) => open.storageSet(area, items));
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#last.then(work);
    this.#last = done.catch(() => undefined);
    return done;
  }

  /** Runs `work` through the workbench, and closes it unless the popup is open. */
  #throughWorkbench<T>(work: (open: ExtensionBrowser) => Promise<T>): Promise<T> {
    return this.#inTurn(async () => {
      if (!this.#browser) throw new Error('the browser is closed');
      const result = await work(this.#browser);
      // A page counts as open while it can be seen.
      if (this.#popup) await this.#popup.bringToFront();
      else await this.#browser.closeOwnTabs();
      return result;
    });
  }

  async #launch(): Promise<void> {
    this.#browser = await launchExtension('chromium', {
      extensionDir: this.#extensionDir,
      profileDir: this.#profileDir,
      isEnglish: true,
      loopbackOnly: true,
    });
    this.#recorder = await this.#browser.openPage(WORKBENCH);
  }

  async #end(): Promise<void> {
    if (!this.#browser) return;
    await this.#collect();
    this.#popup = undefined;
    this.#recorder = undefined;
    this.pageErrors.push(...this.#browser.pageErrors);
    await this.#browser.close();
    this.#browser = undefined;
    // The offset is in session storage.
    this.#clockOffsetMs = 0;
  }

  async #openPopup(): Promise<void> {
    const [browser, recorder] = [this.#browser, this.#recorder];
    if (!browser || !recorder) throw new Error('the browser is closed');
    this.#popup = await browser.openPage('popup.html');
    // The popup's address is the extension's.
    await recorder.goto(new URL(WORKBENCH, this.#popup.url()).href);
    await recorder.evaluate(recordInPage);
    void this.#view(this.#popup, recorder);
  }

  async #collect(): Promise<void> {
    if (!this.#recorder || !this.#popup) return;
    const changes = await this.#recorder.evaluate(takeRecorded);
    this.changes.push(
      ...changes.map((change) =>
        change.key.startsWith('latest:') ? { ...change, value: priceIn(change.value) } : change,
      ),
    );
  }

  /** Reads popup and tooltip five times a second while the popup is open. */
  async #view(popup: Page, recorder: Page): Promise<void> {
    while (this.#popup === popup) {
      const at = Date.now();
      // The page may be loading or closing.
      await Promise.all([readPopup(popup), recorder.evaluate(readTooltip)]).then(
        ([view, tooltip]) => this.#popup === popup && this.views.push({ at, ...view, tooltip }),
        () => undefined,
      );
      await pause(VIEW_EVERY_MS);
    }
  }
}

/** A price is stored as a text. No check needs the names of the signers. */
function priceIn(text: unknown): unknown {
  const price = readLatest(text);
  const { proof } = price ?? {};
  return price ? { ...price, proof: proof && { state: proof.state, trust: proof.trust } } : null;
}

interface ChangeLog {
  soakChanges?: Change[];
}

declare const chrome: ExtensionApi;

// The others run in the page, without access to this module.

async function readTooltip(): Promise<string> {
  return await chrome.action.getTitle({});
}

async function clearNotifications(): Promise<string[]> {
  const ids = Object.keys(await chrome.notifications.getAll());
  for (const id of ids) await chrome.notifications.clear(id);
  return ids;
}

/** Records every change of prices, state and firings from now on. */
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

function takeRecorded(): Change[] {
  return (globalThis as ChangeLog).soakChanges?.splice(0) ?? [];
}
