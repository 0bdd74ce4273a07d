import { copyFile, mkdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from '../../lib/base/zod.ts';
import { OUTPUT, ROOT, runQuietly } from '../tools/build.ts';
import type { Step } from './steps.ts';

/** The folder of what is released. */
export const RELEASE = join(OUTPUT, 'release');

/** The version of package.json, which is also in the manifests and the names of the packages. */
export const VERSION = z
  .object({ version: z.string().check(z.regex(/^\d+\.\d+\.\d+$/)) })
  .parse(JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'))).version;

interface Package {
  title: string;
  /** The end of the file's name. */
  target: string;
  /** The package of WXT that it is a copy of: Edge uses Chrome's. */
  source: string;
  /** In bytes. A larger package contains something that it should not. */
  limit: number;
}

const MB = 1_000_000;

const PACKAGES: readonly Package[] = [
  { title: 'Package for Chrome', target: 'chrome', source: 'chrome', limit: 1.5 * MB },
  { title: 'Package for Edge', target: 'edge', source: 'chrome', limit: 1.5 * MB },
  { title: 'Package for Firefox', target: 'firefox', source: 'firefox', limit: 1.5 * MB },
  { title: 'Source code for Firefox', target: 'sources', source: 'sources', limit: 8 * MB },
];

/** Where a package of this release is. */
export function packageFile(target: string): string {
  return join(RELEASE, packageName(target));
}

export function packageName(target: string): string {
  return `pricelight-${VERSION}-${target}.zip`;
}

/** Builds all packages in an empty release folder. */
export const BUILD: Step = {
  title: 'Builds',
  async run() {
    await rm(RELEASE, { recursive: true, force: true });
    await mkdir(RELEASE, { recursive: true });
    await zipWithWxt('chrome');
    await zipWithWxt('firefox');
    for (const { target, source } of PACKAGES) {
      await copyFile(join(OUTPUT, packageName(source)), packageFile(target));
    }
    return `version ${VERSION} in .output/release`;
  },
};

export const PACKAGE_SIZES: readonly Step[] = PACKAGES.map(({ title, target, limit }) => ({
  title,
  async run() {
    const { size } = await stat(packageFile(target));
    const sizes = `${kilobytes(size)} of at most ${kilobytes(limit)}`;
    if (size > limit) throw new Error(`${packageName(target)} is too large: ${sizes}`);
    return `${packageName(target)}, ${sizes}`;
  },
}));

/** Builds and zips with WXT, in this project or in a copy of it. */
export async function zipWithWxt(browser: 'chrome' | 'firefox', folder = ROOT): Promise<void> {
  const command = join(folder, 'node_modules', 'wxt', 'bin', 'wxt.mjs');
  const { code, output } = await runQuietly(
    process.execPath,
    [command, 'zip', '-b', browser],
    folder,
  );
  if (code !== 0) throw new Error(`The build for ${browser} failed:\n${output}`);
}

function kilobytes(bytes: number): string {
  return `${Math.ceil(bytes / 1_000).toLocaleString('en')} kB`;
}
