import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Lets the worker of a built extension run a script before its own code. */
export async function prependToWorker(extensionDir: string, script: string): Promise<void> {
  const file = join(extensionDir, 'background.js');
  await writeFile(file, `${script};\n${await readFile(file, 'utf8')}`);
}
