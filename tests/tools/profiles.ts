import { existsSync, mkdirSync, readFileSync, realpathSync, rmSync, statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { findBrowser, type BrowserKind, type InstalledBrowser } from './browsers.ts';

const SMALL_SCRIPT_BYTES = 100_000;
const ours = new Set<string>();

/** Creates a profile folder. It is removed when this process ends, if not before. */
export async function createProfile(kind: BrowserKind): Promise<string> {
  const folder = await mkdtemp(join(profileParent(findBrowser(kind)), 'pricelight-profile-'));
  if (ours.size === 0) process.once('exit', removeLeftProfiles);
  ours.add(folder);
  return folder;
}

/** Removes a profile folder of a browser that has ended. */
export async function removeProfile(folder: string): Promise<void> {
  // The browser's last helpers may still write for a moment.
  await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  ours.delete(folder);
}

function removeLeftProfiles(): void {
  for (const folder of ours) {
    try {
      rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
    } catch {
      // A browser that is being killed may hold a file; the system cleans its folder.
    }
  }
}

// A snap has a /tmp of its own and would not find the profile there.
function profileParent({ kind, path }: InstalledBrowser): string {
  if (!isSnap(path)) return tmpdir();
  const folder = join(homedir(), 'snap', kind, 'common');
  mkdirSync(folder, { recursive: true });
  return folder;
}

function isSnap(path: string): boolean {
  if (process.platform !== 'linux' || !existsSync(path)) return false;
  const real = realpathSync(path);
  if (real.startsWith('/snap/') || real === '/usr/bin/snap') return true;
  return (
    statSync(real).size < SMALL_SCRIPT_BYTES && readFileSync(real, 'utf8').includes('/snap/bin/')
  );
}
