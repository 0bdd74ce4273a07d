import type { Page } from 'puppeteer-core';
import { until } from '../tools/until.ts';

/** A file that a page handed to the browser to save. */
export interface SavedFile {
  name: string;
  bytes: Buffer;
  /** Whether the link itself contained the file. */
  isInline: boolean;
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
        .then((bytes) =>
          files.push({
            name,
            base64: new Uint8Array(bytes).toBase64(),
            isInline: href.startsWith('data:'),
          }),
        );
    };
  });
}

/** Waits for the next file that the page saves. */
export async function savedFile(page: Page): Promise<SavedFile> {
  const { base64, ...file } = await until(() => page.evaluate(takeFile), { what: 'a saved file' });
  return { ...file, bytes: Buffer.from(base64, 'base64') };
}

/** Chooses a file with this text in a page's file field. */
export async function chooseFile(page: Page, name: string, text: string): Promise<void> {
  await page.evaluate(setFile, name, text);
}

// Both run in the page.

type RecordedFile = Omit<SavedFile, 'bytes'> & { base64: string };

function takeFile(): RecordedFile | undefined {
  const { savedFiles } = globalThis as unknown as { savedFiles: RecordedFile[] };
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
