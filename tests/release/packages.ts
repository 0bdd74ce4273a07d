import { createHash } from 'node:crypto';
import {
  copyFile,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import manifest from '../../package.json' with { type: 'json' };
import { OUTPUT, ROOT, runQuietly } from '../tools/build.ts';
import { unpackZip } from '../tools/zip.ts';

/** Also in the manifests and in the names of the packages. */
export const VERSION = manifest.version;
/** The folder of what is released. */
export const RELEASE = join(OUTPUT, 'release');

const SUMS = 'SHA256SUMS';
const MB = 1_000_000;

/**
 * The package of WXT that each one is a copy of (Edge uses Chrome's), and its size limit: a larger
 * one contains something that it should not.
 */
const PACKAGES = {
  chrome: { source: 'chrome', limit: 1.5 * MB },
  edge: { source: 'chrome', limit: 1.5 * MB },
  firefox: { source: 'firefox', limit: 1.5 * MB },
  sources: { source: 'sources', limit: 8 * MB },
};

/** Where a package of this release is. */
export function packageFile(target: keyof typeof PACKAGES): string {
  return join(RELEASE, packageName(target));
}

/** Builds all packages in an empty release folder. */
export async function buildPackages(): Promise<string> {
  await rm(RELEASE, { recursive: true, force: true });
  await mkdir(RELEASE, { recursive: true });
  await zipWithWxt('chrome');
  await zipWithWxt('firefox');
  const sizes: string[] = [];
  for (const [target, { source, limit }] of Object.entries(PACKAGES)) {
    const name = packageName(target);
    const content = await readFile(join(OUTPUT, packageName(source)));
    const size = `${name}: ${content.length} of at most ${limit} bytes`;
    if (content.length > limit) throw new Error(`${size}, too large`);
    sizes.push(size);
    await copyFile(join(OUTPUT, packageName(source)), join(RELEASE, name));
  }
  return sizes.join('\n  ');
}

/**
 * Rebuilds the package like a reviewer of addons.mozilla.org: in another folder, from the source
 * code alone. Borrows the installed packages, because both folders have the same lock file.
 */
export async function rebuild(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'pricelight-sources-'));
  try {
    await unpackZip(await readFile(packageFile('sources')), folder);
    await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'), 'junction');
    await zipWithWxt('firefox', folder);
    for (const target of ['firefox', 'sources'] as const) {
      const again = await readFile(join(folder, '.output', packageName(target)));
      if (again.equals(await readFile(packageFile(target)))) continue;
      throw new Error(`${packageName(target)} differs when it is built again`);
    }
    return 'both Firefox archives are the same, byte for byte';
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Writes the checksums of everything released, as `sha256sum --check` reads them. */
export async function writeChecksums(): Promise<string> {
  const names = (await readdir(RELEASE)).filter((name) => name !== SUMS).toSorted();
  const lines: string[] = [];
  for (const name of names) {
    const hash = createHash('sha256').update(await readFile(join(RELEASE, name)));
    lines.push(`${hash.digest('hex')}  ${name}`);
  }
  await writeFile(join(RELEASE, SUMS), `${lines.join('\n')}\n`);
  return lines.join('\n  ');
}

function packageName(target: string): string {
  return `pricelight-${VERSION}-${target}.zip`;
}

/** Builds and zips with WXT, in this project or in a copy of it. */
async function zipWithWxt(browser: 'chrome' | 'firefox', folder = ROOT): Promise<void> {
  const command = join(folder, 'node_modules', 'wxt', 'bin', 'wxt.mjs');
  const args = [command, 'zip', '-b', browser];
  const { code, output } = await runQuietly(process.execPath, args, folder);
  if (code !== 0) throw new Error(`The build for ${browser} failed:\n${output}`);
}
