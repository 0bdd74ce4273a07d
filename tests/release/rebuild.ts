import { mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../tools/build.ts';
import { unpackZip } from '../tools/zip.ts';
import { sha256 } from './checksums.ts';
import { packageFile, packageName, zipWithWxt } from './packages.ts';
import type { Step } from './steps.ts';

/**
 * Rebuilds the package like a reviewer of addons.mozilla.org: in another folder, from the source
 * code alone. Borrows the installed packages, because both folders have the same lock file.
 */
export const REBUILD: Step = {
  title: 'Built again from the source code alone',
  async run() {
    const folder = await mkdtemp(join(tmpdir(), 'pricelight-sources-'));
    try {
      await unpackZip(await readFile(packageFile('sources')), folder);
      await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'), 'junction');
      await zipWithWxt('firefox', folder);
      for (const target of ['firefox', 'sources']) await expectSame(target, folder);
      return 'both Firefox archives are the same, byte for byte';
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
};

async function expectSame(target: string, folder: string): Promise<void> {
  const again = await sha256(join(folder, '.output', packageName(target)));
  const released = await sha256(packageFile(target));
  if (again !== released) {
    throw new Error(`${packageName(target)} is ${released}, and built again ${again}`);
  }
}
