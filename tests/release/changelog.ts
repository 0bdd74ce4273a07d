import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { OUTPUT, ROOT } from '../tools/build.ts';
import { VERSION } from './packages.ts';
import type { Step } from './steps.ts';

// What the release workflow publishes the version with.
const NOTES = join(OUTPUT, 'release-notes.md');

/** Whether the version is the same everywhere, and its changes are written down. */
export const CHANGELOG: Step = {
  title: 'Version and changelog',
  async run() {
    const text = await readFile(join(ROOT, '.github', 'CHANGELOG.md'), 'utf8');
    const [newest] = versionsOf(text);
    if (newest !== VERSION) {
      throw new Error(`package.json has ${VERSION}, the changelog starts with ${newest}`);
    }
    // Set where a pushed tag starts the workflow.
    const { GITHUB_REF_TYPE: kind, GITHUB_REF_NAME: tag } = process.env;
    if (kind === 'tag' && tag !== `v${VERSION}`) {
      throw new Error(`package.json has ${VERSION}, the tag is ${tag}`);
    }
    await mkdir(OUTPUT, { recursive: true });
    await writeFile(NOTES, notesOf(text, VERSION));
    return VERSION;
  },
};

/** The entries of one version, without its heading. */
export function notesOf(changelog: string, version: string): string {
  const [, after = ''] = changelog.split(`\n## ${version}\n`);
  const [notes = ''] = after.split('\n## ');
  return `${notes.trim()}\n`;
}

/** The versions that a changelog lists, in its order. */
function versionsOf(changelog: string): string[] {
  return [...changelog.matchAll(/^## (\d+\.\d+\.\d+)$/gm)].flatMap(([, version]) => version ?? []);
}
