import { spawn } from 'node:child_process';
import { join, resolve } from 'node:path';
import type { BrowserKind } from './browsers.ts';

/** The project's folder. */
export const ROOT = resolve(import.meta.dirname, '..', '..');

/** The folder of builds and screenshots. */
export const OUTPUT = join(ROOT, '.output');

/** The folder of what pages showed when a browser spec failed. */
export const FAILURES = join(OUTPUT, 'failures');

/**
 * The languages whose layout the browser specs check. The pseudo-locale is longer than any language,
 * and shows what was not translated.
 */
export const TESTED_LANGUAGES = ['ar', 'pseudo'];

/**
 * The folder of the built extension.
 *
 * @param language the only language of the build: a locale file's name, or `pseudo`; without it, the
 *   build has all languages, and the browser chooses
 */
export function builtExtension(kind: BrowserKind, language?: string): string {
  const name = kind === 'firefox' ? 'firefox-mv3' : 'chrome-mv3';
  return join(OUTPUT, language === undefined ? name : `${name}-${modeOf(language)}`);
}

/** Builds the extension for a browser and returns its folder; throws with the build's output. */
export async function buildExtension(kind: BrowserKind, language?: string): Promise<string> {
  const args = [join(ROOT, 'node_modules', 'wxt', 'bin', 'wxt.mjs'), 'build'];
  if (kind === 'firefox') args.push('-b', 'firefox');
  if (language !== undefined) args.push('--mode', modeOf(language));
  const { code, output } = await runQuietly(process.execPath, args);
  if (code !== 0) throw new Error(`The build for ${kind} failed:\n${output}`);
  return builtExtension(kind, language);
}

function modeOf(language: string): string {
  return `locale-${language}`;
}

/** Runs a command, by default as in a production build, and returns what it printed. */
export function runQuietly(
  command: string,
  args: string[],
  cwd = ROOT,
  // Otherwise a build in another mode would contain React for development.
  env: NodeJS.ProcessEnv = { ...process.env, NODE_ENV: 'production' },
): Promise<{ code: number; output: string }> {
  return new Promise((done, failed) => {
    const child = spawn(command, args, {
      cwd,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.on('error', failed);
    child.on('close', (code) => done({ code: code ?? 1, output }));
  });
}
