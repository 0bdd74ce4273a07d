import { cp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { inject } from 'vitest';
import type { ExtensionBrowser, InstalledExtension, InstallOptions } from '../tools/extension.ts';
import {
  installIn,
  launchHost,
  resetInstalled,
  type ProfiledHost,
} from '../tools/launch-extension.ts';

// Starting Firefox takes as much CPU time as ten pages, and an installation as much as three. The
// specs of a process run one after the other and share its modules, so they share these, too.
let host: ProfiledHost | undefined;
let left: Installation | undefined;
let installs = 0;

interface Installation {
  /** What it was made from; `null`: no other spec can use it. */
  of: string | null;
  /** Chromium derives the origin from the folder. */
  folder: string;
  installed: InstalledExtension;
}

/**
 * Installs the extension in the browser that the specs of this process share, or takes the
 * installation of an earlier spec. Nothing that an earlier spec stored is there.
 */
export async function installInShared(options: InstallOptions): Promise<ExtensionBrowser> {
  const { extensionDir } = options;
  const isUsual = !options.keepsWelcome && !options.keepsSamples;
  const of = isUsual ? extensionDir : null;
  const reused = await reuse(of).catch(end);
  const current = reused ?? { of, ...(await install(options)) };
  const { remove: _, ...installed } = current.installed;
  return {
    ...installed,
    async reinstall() {
      await rm(current.folder, { recursive: true });
      await cp(extensionDir, current.folder, { recursive: true });
      await installed.reinstall();
    },
    close() {
      left = current;
      return Promise.resolve();
    },
  };
}

/** The installation that the last spec left, as if it were new. Another one is removed. */
async function reuse(of: string | null): Promise<Installation | undefined> {
  const last = left;
  left = undefined;
  if (last === undefined) return undefined;
  if (last.of !== null && last.of === of && (await resetInstalled(last.installed))) return last;
  await last.installed.remove();
  return undefined;
}

async function install(options: InstallOptions): Promise<Omit<Installation, 'of'>> {
  host ??= await launchHost(inject('browserKind'), { isEnglish: true, loopbackOnly: true });
  globalThis.closeSharedBrowser = () => host?.close() ?? Promise.resolve();
  installs += 1;
  const folder = join(host.profileDir, `extension-${installs}`);
  try {
    await cp(options.extensionDir, folder, { recursive: true });
    const installed = await installIn(host, { ...options, extensionDir: folder });
    return { folder, installed };
  } catch (error) {
    await end();
    throw error;
  }
}

/** The next installation starts another browser. */
async function end(): Promise<undefined> {
  const used = host;
  host = undefined;
  await used?.close();
}
