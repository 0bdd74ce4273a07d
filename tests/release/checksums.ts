import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { RELEASE } from './packages.ts';
import type { Step } from './steps.ts';

const SUMS = 'SHA256SUMS';

/** Writes the checksums of everything released, as `sha256sum --check` reads them. */
export const CHECKSUMS: Step = {
  title: 'Checksums',
  async run() {
    const names = (await readdir(RELEASE)).filter((name) => name !== SUMS);
    const lines: string[] = [];
    for (const name of names.toSorted()) {
      lines.push(`${await sha256(join(RELEASE, name))}  ${name}`);
    }
    console.log(lines.join('\n'));
    await writeFile(join(RELEASE, SUMS), `${lines.join('\n')}\n`);
    return `${lines.length} in ${SUMS}`;
  },
};

/** A file's SHA-256 in hex. */
export async function sha256(file: string): Promise<string> {
  return createHash('sha256')
    .update(await readFile(file))
    .digest('hex');
}
