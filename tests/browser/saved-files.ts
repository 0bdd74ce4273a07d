import type { Page } from 'puppeteer-core';
import { until } from '../tools/until.ts';

/** A file that a page handed to the browser to save. */
export interface SavedFile {
  name: string;
  bytes: Buffer;
}

/** From now on, records what the page would save instead of saving it. */
export async function recordSavedFiles(page: Page): Promise<void> {
  await page.evaluate(() => {
    const files: unknown[] = [];
    Object.assign(globalThis, { savedFiles: files });
    HTMLAnchorElement.prototype.click = function record(this: HTMLAnchorElement) {
      const { download: name, href } = this;
      void fetch(href)
        .then((answer) => answer.arrayBuffer())
        .then((bytes) => files.push({ name, base64: new Uint8Array(bytes).toBase64() }));
    };
  });
}

/** Waits for the next file that the page saves. */
export async function savedFile(page: Page): Promise<SavedFile> {
  const { name, base64 } = await until(() => page.evaluate(takeFile), { what: 'a saved file' });
  return { name, bytes: Buffer.from(base64, 'base64') };
}

/** Chooses a file with this text in a page's file field. */
export async function chooseFile(page: Page, name: string, text: string): Promise<void> {
  await page.evaluate(setFile, name, text);
}

// Both run in the page.

function takeFile(): { name: string; base64: string } | undefined {
  const { savedFiles } = globalThis as unknown as {
    savedFiles: { name: string; base64: string }[];
  };
  return savedFiles.shift();
}

function setFile(name: string, text: string): void {
  const field = document.querySelector<HTMLInputElement>('input[type="file"]');
  const files = new DataTransfer();
  files.items.add(new File([text], name, { type: 'application/json' }));
  if (!field) throw new Error('There is no field for files.');
  field.files = files.files;
  field.dispatchEvent(new Event('change', { bubbles: true }));
}
