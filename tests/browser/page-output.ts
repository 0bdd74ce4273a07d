import type { Page } from 'puppeteer-core';
import type { Browser as ExtensionApi } from 'webextension-polyfill';
import { pause, until } from '../tools/until.ts';

/** Everything that a page shows and the extension stores. */
export interface PageDump {
  /** Its markup, without the values of fields. */
  document: string;
  /** The readable values of fields. */
  fieldsInClear: string[];
  /** Both storage areas without the connection settings, and all databases, as JSON. */
  stored: string;
}

/** Reads a page and the extension's storage. */
export function dumpPage(page: Page): Promise<PageDump> {
  return page.evaluate(readAll);
}

/** Waits until a page has its content and its words no longer change; its figures may. */
export async function settled(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      Array.from(document.querySelectorAll('main, [role="main"]')).some((main) =>
        main.checkVisibility(),
      ) && document.querySelector('[aria-busy="true"]') === null,
  );
  let before: string | undefined;
  await until(
    async () => {
      const words = await page.evaluate(() =>
        document.body.innerText.replaceAll(/[^\p{L}]+/gu, ' '),
      );
      const isSame = words === before && words.trim() !== '';
      before = words;
      return isSame;
    },
    { what: 'the page to be complete', everyMs: AFTER_PRESS_MS },
  );
}

/**
 * Ends all animations on a page. In Firefox, the transitions of an emulated change of theme stay
 * pending, so waiting for them never ends.
 */
export async function still(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const animations = document.getAnimations();
    for (const animation of animations) animation.finish();
    await Promise.allSettled(animations.map(({ finished }) => finished));
  });
}

/** What a page copies to the clipboard or saves as a file. */
export interface PageOutput {
  /** Clicks every button whose name matches; with `atLeastOne`, waits for one. */
  pressAll: (name: RegExp, atLeastOne: boolean) => Promise<void>;
  /** All of it, as one text. */
  all: () => Promise<string>;
}

const AFTER_PRESS_MS = 150;

/** From now on, records what a page copies or saves. */
export async function recordOutput(page: Page): Promise<PageOutput> {
  await page.evaluate(recordInPage);
  return {
    async pressAll(name, atLeastOne) {
      const find = (): Promise<number> => page.evaluate(countButtons, name.source, name.flags);
      const count = atLeastOne ? await until(find, { what: `a button ${name}` }) : await find();
      for (let index = 0; index < count; index += 1) {
        await page.evaluate(pressButton, name.source, name.flags, index);
        await pause(AFTER_PRESS_MS);
      }
    },
    all: () => page.evaluate(readRecorded),
  };
}

// These run in the page, without access to this module.

declare const browser: ExtensionApi | undefined;
declare const chrome: ExtensionApi;

async function readAll(): Promise<PageDump> {
  const { storage } = typeof browser === 'undefined' ? chrome : browser;
  const { connection: _own, ...local } = await storage.local.get(null);
  const stored = [local, await storage.session.get(null), await readDatabases()];
  const copy = document.documentElement.cloneNode(true) as HTMLElement;
  for (const field of copy.querySelectorAll('input')) field.removeAttribute('value');
  return {
    document: copy.outerHTML + document.title,
    fieldsInClear: [...document.querySelectorAll('input')]
      .filter((field) => !isMasked(field))
      .map(({ value }) => value),
    stored: JSON.stringify(stored),
  };

  function isMasked(field: HTMLInputElement): boolean {
    const security = getComputedStyle(field).getPropertyValue('-webkit-text-security');
    return field.type === 'password' || (security !== '' && security !== 'none');
  }

  async function readDatabases(): Promise<unknown[]> {
    const found: unknown[] = [];
    for (const { name } of await indexedDB.databases()) {
      if (name === undefined) continue;
      const database = await resultOf(indexedDB.open(name));
      for (const store of database.objectStoreNames) {
        const rows = database.transaction(store).objectStore(store).getAll(null, 2_000);
        found.push(await resultOf(rows));
      }
      database.close();
    }
    return found;
  }

  function resultOf<T>(request: IDBRequest<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      request.addEventListener('success', () => resolve(request.result));
      request.addEventListener('error', () => reject(request.error ?? new Error('no answer')));
    });
  }
}

function recordInPage(): void {
  const outputs: Promise<string>[] = [];
  Object.assign(globalThis, { pageOutputs: outputs });
  Object.assign(navigator.clipboard, {
    writeText: (text: string) => {
      outputs.push(Promise.resolve(text));
      return Promise.resolve();
    },
    write: () => Promise.resolve(),
  });
  URL.createObjectURL = (blob) => {
    if (blob instanceof Blob) outputs.push(blob.text());
    return 'blob:recorded';
  };
  HTMLAnchorElement.prototype.click = function record() {
    outputs.push(Promise.resolve(this.download));
    // Otherwise `createObjectURL` recorded the file.
    if (this.href.startsWith('data:')) {
      outputs.push(fetch(this.href).then((response) => response.text()));
    }
  };
}

async function readRecorded(): Promise<string> {
  const { pageOutputs } = globalThis as { pageOutputs?: Promise<string>[] };
  return (await Promise.all(pageOutputs ?? [])).join('\n');
}

function countButtons(source: string, flags: string): number {
  const name = new RegExp(source, flags);
  return [
    ...document.querySelectorAll<HTMLElement>('button:not(:disabled, [aria-disabled=true])'),
  ].filter((button) => name.test(button.getAttribute('aria-label') ?? button.innerText)).length;
}

function pressButton(source: string, flags: string, index: number): void {
  const name = new RegExp(source, flags);
  [...document.querySelectorAll<HTMLElement>('button:not(:disabled, [aria-disabled=true])')]
    .filter((button) => name.test(button.getAttribute('aria-label') ?? button.innerText))
    .at(index)
    ?.click();
}
