import { mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { BrowserKind } from '../tools/browsers.ts';
import { readZip } from '../tools/zip.ts';

/**
 * What users have before they update: the builds of commit 615ff448, the last one that called itself
 * 0.1.0. `both/` has the files that are the same for both browsers.
 */
const ARCHIVE = join(import.meta.dirname, 'previous-version.zip');

/** Unpacks the previous version into a new folder, which the caller removes. */
export async function unpackPreviousVersion(kind: BrowserKind): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'pricelight-extension-'));
  for (const [name, content] of readZip(await readFile(ARCHIVE))) {
    const [part, ...path] = name.split('/');
    if (part !== 'both' && part !== kind) continue;
    const file = join(folder, ...path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, content);
  }
  return folder;
}
