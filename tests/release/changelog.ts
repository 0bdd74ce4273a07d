import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { OUTPUT, ROOT } from '../tools/build.ts';
import { VERSION } from './packages.ts';

/** Whether the version is the same everywhere. Writes what the release workflow publishes it with. */
export async function writeNotes(): Promise<string> {
  const text = await readFile(join(ROOT, '.github', 'CHANGELOG.md'), 'utf8');
  const newest = /^## (\d+\.\d+\.\d+)$/m.exec(text)?.[1];
  if (newest !== VERSION) {
    throw new Error(`package.json has ${VERSION}, the changelog starts with ${newest}`);
  }
  // Set where a pushed tag starts the workflow.
  const { GITHUB_REF_TYPE: kind, GITHUB_REF_NAME: tag } = process.env;
  if (kind === 'tag' && tag !== `v${VERSION}`) {
    throw new Error(`package.json has ${VERSION}, the tag is ${tag}`);
  }
  await mkdir(OUTPUT, { recursive: true });
  await writeFile(join(OUTPUT, 'release-notes.md'), notesOf(text, VERSION));
  return VERSION;
}

/** The entries of one version, without its heading. */
export function notesOf(changelog: string, version: string): string {
  const [, after = ''] = changelog.split(`\n## ${version}\n`);
  const [notes = ''] = after.split('\n## ');
  return `${notes.trim()}\n`;
}
