import { execFile } from 'node:child_process';
import { cp, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { BrowserKind } from './browsers.ts';
import { ROOT, runQuietly } from './build.ts';
import { unpackZip } from './zip.ts';

// What users have before they update. The tag of the last release replaces it once there is one.
const PREVIOUS = '615ff44857429cd3ec1890bdee6593bd649bb8af';

const MAX_ARCHIVE_BYTES = 200_000_000;

const run = promisify(execFile);

/** Whether the source code of the previous version is here; not in a shallow clone. */
export async function hasPreviousVersion(): Promise<boolean> {
  return run('git', ['cat-file', '-e', `${PREVIOUS}^{commit}`], { cwd: ROOT }).then(
    () => true,
    () => false,
  );
}

/**
 * Builds the previous version, with the packages of this one, into a new folder. Of the development
 * packages, `lightweight-charts` and `modern-screenshot` are there for it alone.
 */
export async function buildPreviousVersion(kind: BrowserKind): Promise<string> {
  const source = await mkdtemp(join(tmpdir(), 'pricelight-previous-'));
  try {
    // Of the tree: the archive of a commit has a comment.
    const { stdout } = await run('git', ['archive', '--format=zip', `${PREVIOUS}^{tree}`], {
      cwd: ROOT,
      encoding: 'buffer',
      maxBuffer: MAX_ARCHIVE_BYTES,
    });
    await unpackZip(stdout, source);
    await symlink(join(ROOT, 'node_modules'), join(source, 'node_modules'), 'junction');
    const browser = kind === 'firefox' ? 'firefox' : 'chrome';
    const wxt = join(source, 'node_modules', 'wxt', 'bin', 'wxt.mjs');
    const { code, output } = await runQuietly(
      process.execPath,
      [wxt, 'build', '-b', browser],
      source,
    );
    if (code !== 0) throw new Error(`The build of the previous version failed:\n${output}`);
    const folder = await mkdtemp(join(tmpdir(), 'pricelight-extension-'));
    await cp(join(source, '.output', `${browser}-mv3`), folder, { recursive: true });
    return folder;
  } finally {
    await rm(source, { recursive: true, force: true });
  }
}
