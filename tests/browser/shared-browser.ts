import { cp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { inject } from 'vitest';
import type { ExtensionBrowser, InstallOptions } from '../tools/extension.ts';
import { installIn, launchHost, type ProfiledHost } from '../tools/launch-extension.ts';

// A start of Firefox takes as much computing as ten pages. The specs of a process run one after the
// other and share its modules, so they share this browser, too.
let host: ProfiledHost | undefined;
let installs = 0;

/**
 * Installs the extension in the browser that the specs of this process share. It has a new origin,
 * so nothing that an earlier spec stored is there.
 */
export async function installInShared(options: InstallOptions): Promise<ExtensionBrowser> {
  const kind = inject('browserKind');
  host ??= await launchHost(kind, { isEnglish: true, loopbackOnly: true });
  globalThis.closeSharedBrowser = () => host?.close() ?? Promise.resolve();
  const used = host;
  installs += 1;
  // Chromium derives the origin from the folder.
  const extensionDir = join(used.profileDir, `extension-${installs}`);
  const copy = (): Promise<void> => cp(options.extensionDir, extensionDir, { recursive: true });
  try {
    await copy();
    const { remove, ...installed } = await installIn(used, { ...options, extensionDir });
    return {
      ...installed,
      async reinstall() {
        await rm(extensionDir, { recursive: true });
        await copy();
        await installed.reinstall();
      },
      close: () => remove().catch(() => end(used)),
    };
  } catch (error) {
    await end(used);
    throw error;
  }
}

/** The next spec starts another browser. */
async function end(used: ProfiledHost): Promise<void> {
  if (host === used) host = undefined;
  await used.close();
}
